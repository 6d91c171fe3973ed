import type { Problems } from '../text/problems'
import { UnreadableFile } from './questions/input'
import { csvRows } from './questions/table-files'

export interface RosterEntry {
  studentNo: string
  name: string
  /** Slug of a class. */
  class: string
}

const columns = ['学号', '姓名', '班级'] as const
/** Maximum number of reported errors: a file in the wrong format has an error in every line. */
const mostErrors = 20

/**
 * Reads a roster: a CSV file with the columns 学号, 姓名 and 班级 in any order, as spreadsheets write it (UTF-8 with or
 * without a BOM, UTF-16 or GB18030; commas or tabs). Classes are given by name or slug.
 */
export async function readRoster(
  path: string,
  file: string,
  classes: { slug: string; name: string }[],
  problems: Problems,
): Promise<RosterEntry[]> {
  const entries = new Map<string, RosterEntry & { line: number }>()
  let places: number[] | null = null
  let [line, errors] = [0, 0]
  const error = (text: string) => {
    if (++errors <= mostErrors) problems.error(file, line, text)
  }
  try {
    for await (const row of csvRows(path)) {
      line++
      const cells = row.map((cell) => cell.trim())
      if (!places) {
        places = placesOf(cells, file, problems)
        if (!places) return []
        continue
      }
      if (cells.every((cell) => cell === '')) continue
      const [studentNo = '', name = '', className = ''] = places.map((place) => cells[place] ?? '')
      const flaw = flawOf(studentNo, name, className)
      const found = classes.find((entry) => entry.name === className || entry.slug === className)
      const before = entries.get(studentNo)
      if (flaw) error(flaw)
      else if (!found) error(`没有班级 ${className}，请写在清单里这所学校的 classes 下`)
      else if (before && before.name === name && before.class === found.slug)
        problems.warning(file, line, `与第 ${before.line} 行重复，已忽略`)
      else if (before) error(`学号 ${studentNo} 与第 ${before.line} 行重复，姓名或班级却不同`)
      else entries.set(studentNo, { studentNo, name, class: found.slug, line })
    }
  } catch (wrong) {
    if (!(wrong instanceof UnreadableFile)) throw wrong
    problems.error(file, 0, wrong.message)
  }
  if (!places) problems.error(file, 0, '名册是空的，第一行要有“学号,姓名,班级”')
  else if (entries.size === 0 && errors === 0) problems.warning(file, 0, '名册里没有学生')
  if (errors > mostErrors) problems.error(file, 0, `还有 ${errors - mostErrors} 行有错误`)
  return [...entries.values()].map(({ line: _, ...entry }) => entry)
}

/** Returns the indexes of the columns; other columns are ignored. */
function placesOf(head: string[], file: string, problems: Problems): number[] | null {
  const missing = columns.filter((name) => !head.includes(name))
  const more = head.filter((name) => name !== '' && !(columns as readonly string[]).includes(name))
  if (missing.length > 0) {
    problems.error(file, 1, `第一行要是“${columns.join(',')}”，没有找到：${missing.join('、')}`)
    return null
  }
  if (more.length > 0) problems.warning(file, 1, `不认识的列 ${more.join('、')}，已忽略`)
  return columns.map((name) => head.indexOf(name))
}

function flawOf(studentNo: string, name: string, className: string): string | null {
  if (!studentNo || !name || !className) return '要有学号、姓名、班级三项'
  if (/^\d(\.\d+)?e\+\d+$/i.test(studentNo))
    return `学号 ${studentNo} 被表格程序改成了科学计数，请把这一列设为文本后重新填写`
  if (studentNo.length > 40 || name.length > 80) return '学号或姓名太长'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\uFFFD\u0000-\u001f]/.test(studentNo + name)) return '有认不出的字符，请把文件存成 UTF-8 或 GB18030 的 csv'
  return null
}
