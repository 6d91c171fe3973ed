import type { Problems } from './problems'

export interface RosterEntry {
  studentNo: string
  name: string
  /** The slug of a class. */
  class: string
}

/** `学号,姓名,班级` by lines; a class by its name or slug. */
export function readRoster(
  text: string,
  file: string,
  classes: { slug: string; name: string }[],
  problems: Problems,
): RosterEntry[] {
  const [header = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (cells(header).join(',') !== '学号,姓名,班级') problems.error(file, 1, '第一行要是“学号,姓名,班级”')
  const entries: RosterEntry[] = []
  const seen = new Map<string, number>()
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue
    const at = i + 2
    const [studentNo = '', name = '', className = '', ...more] = cells(line)
    const found = classes.find((entry) => entry.name === className || entry.slug === className)
    if (!studentNo || !name || more.length > 0) problems.error(file, at, '要有学号、姓名、班级三项')
    else if (seen.has(studentNo)) problems.error(file, at, `学号 ${studentNo} 与第 ${seen.get(studentNo)} 行重复`)
    else if (!found) problems.error(file, at, `没有班级 ${className}`)
    else entries.push({ studentNo, name, class: found.slug })
    seen.set(studentNo, at)
  }
  return entries
}

function cells(line: string): string[] {
  return line.split(',').map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
}
