import { type FileClass, type FileStudent, type RosterFile, rosterSlug } from '../../modules/classes/public'

type Problem = RosterFile['problems'][number]

/** Columns by the names that schools use. */
const columns = {
  studentNo: ['学号', '学生学号', '学籍号', 'student_no', 'studentid', 'student id', 'id number'],
  name: ['姓名', '学生姓名', '名字', 'name', 'full name'],
  class: ['班级', '行政班', '行政班级', '班级名称', 'class'],
  college: ['学院', '院系', '院(系)', '院（系）', '所在学院', '系部', 'college', 'department'],
  year: ['年级', '入学年份', 'grade', 'year'],
  courses: ['教学班', '课程班', '选课班级'],
} as const

type ColumnName = keyof typeof columns
/** Files may have a title above the line with the column names. */
const headLines = 10
/** More students than the largest school has: a longer file is not a roster. */
const studentsMax = 200_000

type Head = Partial<Record<ColumnName, number>>

/** Returns the indexes of the columns, or null if this is not the line with the column names. */
function headOf(cells: string[]): Head | null {
  // Spaces inside Chinese words only widen the column.
  const plain = cells.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[*＊]|(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
      .trim(),
  )
  const head: Head = {}
  for (const name of Object.keys(columns) as ColumnName[]) {
    const at = plain.findIndex((cell) => (columns[name] as readonly string[]).includes(cell))
    if (at >= 0) head[name] = at
  }
  return head.studentNo !== undefined && head.name !== undefined ? head : null
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unreadable = /[\uFFFD\u0000-\u001f]/

export function flawOf(studentNo: string, name: string): string | null {
  if (!studentNo || !name) return '要有学号和姓名'
  if (/^\d(\.\d+)?e\+\d+$/i.test(studentNo))
    return `学号 ${studentNo} 被表格程序改成了科学计数，请把这一列设为文本后重新填写`
  if (!/^[0-9A-Za-z-]{1,32}$/.test(studentNo)) return `学号 ${studentNo.slice(0, 40)} 里有字母、数字和横线以外的字符`
  if (name.length > 40) return '姓名太长'
  if (unreadable.test(name)) return '姓名里有认不出的字符，请把文件存成 UTF-8 或 GB18030 的 csv'
  return null
}

/** `texts`: name and other stored values of the class. */
function flawOfClass(texts: [string, ...string[]]): string | null {
  if (texts[0] === '') return '没有写班级'
  return texts.some((text) => unreadable.test(text)) ? '班级或学院里有认不出的字符' : null
}

const yearOf = (text: string): number | null => {
  const year = Number(/(19|20)\d\d/.exec(text)?.[0] ?? Number.NaN)
  return Number.isNaN(year) ? null : year
}

/** Text of a cell or field without width variants and invisible characters, which names copied from web pages contain. */
export const plainCell = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()

interface Sheet {
  /** Empty for a file without sheets. */
  name: string
  rows: AsyncIterable<string[]>
}

interface Roster {
  school: string
  problems: Problem[]
  classes: Map<string, FileClass>
  students: Map<string, FileStudent>
}

/**
 * Reads tables with one line per student: 学号, 姓名, 班级 and optionally 学院, 年级, 教学班 (several separated by 、
 * or ;). Sheets without such a line of column names, such as instructions, are ignored if another sheet has one.
 */
export async function readTables(sheets: readonly Sheet[], school: string): Promise<RosterFile> {
  const roster: Roster = { school, problems: [], classes: new Map(), students: new Map() }
  const { problems, classes, students } = roster
  let hasHead = false
  for (const sheet of sheets)
    hasHead = (await readSheet(roster, sheet, sheets.length > 1 ? `工作表“${sheet.name}”：` : '')) || hasHead
  if (!hasHead) problems.push({ line: 0, text: '没有找到列名：表头要有学号、姓名、班级', fatal: true })
  else if (students.size === 0 && problems.length === 0) problems.push({ line: 0, text: '名册里没有学生', fatal: true })
  return { terms: [], classes: [...classes.values()], students: [...students.values()], teachers: [], problems }
}

/** Finds or adds a class by its name; returns its key. */
function classOf({ school, classes }: Roster, name: string, kind: FileClass['kind'], facts: Partial<FileClass> = {}) {
  const slug = rosterSlug('c', `${school}/${name}`)
  const { college = '', year = null } = facts
  const known = classes.get(slug)
  if (!known) classes.set(slug, { slug, name, college, year, kind, term: null })
  else if (kind === 'home') Object.assign(known, { kind, college: known.college || college, year: known.year ?? year })
  return slug
}

/** Adds the students of a sheet. Returns whether it has a line with the column names. */
async function readSheet(roster: Roster, { rows }: Sheet, prefix: string): Promise<boolean> {
  const { students, problems } = roster
  let head: Head | null = null
  let line = 0
  const warn = (text: string, fatal = false) => problems.push({ line, text: prefix + text, fatal })
  for await (const row of rows) {
    line++
    const cells = row.map(plainCell)
    if (!head) {
      head = headOf(cells)
      if (!head && line >= headLines) break
      if (head && head.class === undefined) {
        warn('没有“班级”这一列，请补上', true)
        break
      }
      continue
    }
    if (cells.every((cell) => cell === '')) continue
    const cell = (name: ColumnName) =>
      head![name] === undefined ? '' : (cells[head![name]] ?? '').replace(/\s+/g, ' ')
    const [studentNo, name, className] = [cell('studentNo'), cell('name'), cell('class')]
    const flaw = flawOf(studentNo, name) ?? flawOfClass([className, cell('college'), cell('courses')])
    if (flaw || className.length > 60) {
      warn(flaw ?? '班级的名称太长', true)
      continue
    }
    const facts = { college: cell('college').slice(0, 60), year: yearOf(cell('year')) }
    const home = classOf(roster, className, 'home', facts)
    const courses = cell('courses')
      .split(/[、;；|]/)
      .map((text) => text.trim().slice(0, 60))
      .filter((text) => text !== '')
      .map((text) => classOf(roster, text, 'course'))
    const before = students.get(studentNo)
    const where = before && `学号 ${studentNo} 与前面第 ${before.line} 行重复`
    if (!before) students.set(studentNo, { studentNo, name, line, home, courses })
    else if (before.name !== name) warn(`${where}，姓名却不同`, true)
    else if (before.home !== home) warn(`${where}，班级却不同`, true)
    else {
      before.courses.push(...courses)
      if (courses.length === 0) warn(`${where}，已忽略`)
    }
    if (students.size > studentsMax) {
      warn(`超过 ${studentsMax} 名学生，请拆成几份`, true)
      break
    }
  }
  return head !== null
}
