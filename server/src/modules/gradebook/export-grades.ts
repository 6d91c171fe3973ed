import { csvLine } from '../../base/csv'
import { workbookType, writeWorkbook } from '../../base/workbook'

interface Exported {
  className: string
  /** Empty: all terms. */
  termName: string
  columns: { title: string }[]
  rows: { studentNo: string; name: string; grades: { percent: number | null }[]; total: number | null }[]
  format: 'moodle' | 'canvas' | 'registry'
  names: boolean
}

type Cell = string | number

const empty = (value: number | null): Cell => value ?? ''

/** Titles of columns, made unique: grade imports find a column by its title. */
function uniqueTitles(columns: { title: string }[]): string[] {
  const seen = new Map<string, number>()
  return columns.map(({ title }) => {
    const count = (seen.get(title) ?? 0) + 1
    seen.set(title, count)
    return count === 1 ? title : `${title} (${count})`
  })
}

/** Moodle's grade import maps users by ID number and takes one column per grade item. */
function moodleTable({ columns, rows, names }: Exported): Cell[][] {
  const head = ['ID number', ...(names ? ['First name', 'Last name'] : []), ...uniqueTitles(columns), 'Course total']
  return [
    head,
    ...rows.map(({ studentNo, name, grades, total }) => [
      studentNo,
      // Chinese names are not split: Moodle shows first and last name one after the other.
      ...(names ? [name, ''] : []),
      ...grades.map(({ percent }) => empty(percent)),
      empty(total),
    ]),
  ]
}

/** Canvas needs its five leading columns and a second line with the points possible. */
function canvasTable({ className, columns, rows, names }: Exported): Cell[][] {
  return [
    ['Student', 'ID', 'SIS User ID', 'SIS Login ID', 'Section', ...uniqueTitles(columns)],
    ['    Points Possible', '', '', '', '', ...columns.map(() => 100)],
    ...rows.map(({ studentNo, name, grades }) => [
      names ? name : studentNo,
      '',
      studentNo,
      '',
      className,
      ...grades.map(({ percent }) => empty(percent)),
    ]),
  ]
}

/** Table of the registry (教务): number, name, class and the total as a whole number. */
function registryTable({ className, columns, rows, names }: Exported): Cell[][] {
  return [
    ['序号', '学号', ...(names ? ['姓名'] : []), '班级', ...uniqueTitles(columns), '总评成绩'],
    ...rows.map(({ studentNo, name, grades, total }, at) => [
      at + 1,
      studentNo,
      ...(names ? [name] : []),
      className,
      ...grades.map(({ percent }) => empty(percent)),
      total === null ? '' : Math.round(total),
    ]),
  ]
}

const tables = { moodle: moodleTable, canvas: canvasTable, registry: registryTable }

/** Writes a gradebook as a file that another system imports. */
export function exportGrades(input: Exported) {
  const table = tables[input.format](input)
  const isSheet = input.format === 'registry'
  const bytes = isSheet
    ? writeWorkbook('成绩', table)
    : Buffer.from(`\uFEFF${table.map((line) => `${csvLine(line)}\r\n`).join('')}`)
  return {
    fileName: `${[input.className, input.termName].filter(Boolean).join('-')}-成绩-${input.format}.${isSheet ? 'xlsx' : 'csv'}`,
    mime: isSheet ? workbookType : 'text/csv; charset=utf-8',
    base64: bytes.toString('base64'),
    rows: input.rows.length,
  }
}
