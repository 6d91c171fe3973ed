import {
  type FileClass,
  type FileStudent,
  type FileTeacher,
  type FileTerm,
  type RosterFile,
  rosterSlug,
} from '../../modules/classes/public'
import { flawOf, plainCell } from './table'

/** Yields the rows of one CSV file of the archive; null if the archive has no such file. */
export type OneRosterFiles = (name: string) => AsyncIterable<string[]> | null

type Problem = RosterFile['problems'][number]
type Row = Record<string, string> & { line: string }

/** Reads a file as records by column name. Rows that are marked as deleted are left out. */
async function records(files: OneRosterFiles, name: string): Promise<Row[] | null> {
  const rows = files(name)
  if (!rows) return null
  let head: string[] | null = null
  const found: Row[] = []
  let line = 0
  for await (const cells of rows) {
    line++
    if (!head) {
      head = cells.map(plainCell)
      continue
    }
    if (cells.every((cell) => cell.trim() === '')) continue
    const row: Row = { line: String(line) }
    // Control characters cannot be stored and have no meaning in a name.
    for (const [at, column] of head.entries()) row[column] = plainCell((cells[at] ?? '').replace(/\p{Cc}+/gu, ' '))
    if (row.status !== 'tobedeleted') found.push(row)
  }
  return found
}

/** Whether the manifest says that the archive contains only changes: all other students would appear as removed. */
async function isDelta(files: OneRosterFiles): Promise<boolean> {
  const lines = (await records(files, 'manifest.csv')) ?? []
  return lines.some(
    ({ propertyName, value }) => /^file\.(users|classes|enrollments)$/.test(propertyName ?? '') && value === 'delta',
  )
}

const needed = ['users.csv', 'classes.csv', 'enrollments.csv'] as const

const dayOf = (text: string | undefined) => /^\d{4}-\d{2}-\d{2}/.exec(text ?? '')?.[0] ?? null

/** Mobile number of mainland China, without country code. */
const mobileOf = (...texts: (string | undefined)[]) =>
  texts.map((text) => (text ?? '').replace(/^\+?86|\D/g, '')).find((text) => /^1[3-9]\d{9}$/.test(text)) ?? ''

function termsOf(rows: Row[], school: string): Map<string, FileTerm> {
  const terms = new Map<string, FileTerm>()
  for (const row of rows) {
    const [startsOn, endsOn] = [dayOf(row.startDate), dayOf(row.endDate)]
    if (!startsOn || !endsOn || endsOn < startsOn) continue
    const slug = rosterSlug('t', `${school}/${row.sourcedId}`)
    terms.set(row.sourcedId ?? '', { slug, name: (row.title || row.sourcedId || '').slice(0, 60), startsOn, endsOn })
  }
  return terms
}

/** Name of a class. Sections of a course often have the same title and differ by their code. */
function classNameOf({ title, classCode, sourcedId = '' }: Row, isShared: boolean): string {
  if (!title) return classCode || sourcedId
  return isShared && classCode ? `${title} ${classCode}` : title
}

function classesOf(rows: Row[], colleges: Map<string, string>, terms: Map<string, FileTerm>, school: string) {
  const classes = new Map<string, FileClass>()
  const used = new Map<string, number>()
  for (const { title = '' } of rows) used.set(title, (used.get(title) ?? 0) + 1)
  for (const row of rows) {
    // A class may have several sessions; the first one that is known becomes its term.
    const term = (row.termSourcedIds ?? '').split(',').flatMap((id) => terms.get(id.trim())?.slug ?? [])[0]
    const year = Number(/(19|20)\d\d/.exec(row.grades || row.title || '')?.[0] ?? Number.NaN)
    classes.set(row.sourcedId ?? '', {
      slug: rosterSlug('c', `${school}/${row.sourcedId}`),
      name: classNameOf(row, (used.get(row.title ?? '') ?? 0) > 1).slice(0, 60),
      college: (colleges.get(row.schoolSourcedId ?? '') ?? '').slice(0, 60),
      year: Number.isNaN(year) ? null : year,
      kind: row.classType === 'homeroom' ? 'home' : 'course',
      term: term ?? null,
    })
  }
  return classes
}

/** Name of a user. Chinese names have no space and begin with the family name. */
function nameOf({ familyName = '', givenName = '', preferredLastName = '', preferredFirstName = '' }: Row): string {
  const [family, given] = [familyName || preferredLastName, givenName || preferredFirstName]
  return /\p{Script=Han}/u.test(family + given) ? family + given : `${given} ${family}`.trim()
}

/**
 * Reads the CSV files of OneRoster 1.2 (and 1.1): users, classes, enrollments and, if present, academicSessions and
 * orgs. The student number is `identifier`, or `username` if that is empty. Enrolments determine who teaches and who
 * studies; `homeroom` classes are home classes, all others teaching classes.
 */
export async function readOneRoster(files: OneRosterFiles, school: string): Promise<RosterFile> {
  const problems: Problem[] = []
  const [users, rows, enrolments] = await Promise.all(needed.map((name) => records(files, name)))
  if (!users || !rows || !enrolments) {
    const missing = needed.filter((name) => !files(name))
    problems.push({ line: 0, text: `压缩包里没有 ${missing.join('、')}，不是 OneRoster 名册`, fatal: true })
    return { terms: [], classes: [], students: [], teachers: [], problems }
  }
  if (await isDelta(files)) {
    const text =
      '这是 OneRoster 的增量文件（delta），只有改动过的人，不能当作完整名册比较；请导出全部数据（bulk）再上传'
    problems.push({ line: 0, text, fatal: true })
    return { terms: [], classes: [], students: [], teachers: [], problems }
  }
  const orgs = new Map(((await records(files, 'orgs.csv')) ?? []).map((row) => [row.sourcedId ?? '', row.name ?? '']))
  const terms = termsOf((await records(files, 'academicSessions.csv')) ?? [], school)
  const classes = classesOf(rows, orgs, terms, school)
  const people = new Map(users.map((row) => [row.sourcedId ?? '', row]))
  const students = new Map<string, FileStudent>()
  const teachers: FileTeacher[] = []
  for (const { line, ...enrolment } of enrolments) {
    const warn = (text: string) => problems.push({ line: Number(line), text: `enrollments.csv：${text}`, fatal: false })
    const found = classes.get(enrolment.classSourcedId ?? '')
    const person = people.get(enrolment.userSourcedId ?? '')
    if (!found || !person) {
      warn(found ? '这个人不在 users.csv 里，已忽略' : '这个班不在 classes.csv 里，已忽略')
      continue
    }
    const name = nameOf(person).slice(0, 40)
    if (enrolment.role === 'teacher') {
      teachers.push({ class: found.slug, name, mobile: mobileOf(person.sms, person.phone, person.username) })
      continue
    }
    if (enrolment.role !== 'student') continue
    addStudent({ students, problems }, person, name, found)
  }
  if (students.size === 0) problems.push({ line: 0, text: '名册里没有学生', fatal: true })
  const used = new Set([...students.values()].flatMap(({ home, courses }) => [home, ...courses]))
  return {
    terms: [...terms.values()],
    classes: [...classes.values()].filter(({ slug }) => used.has(slug) || teachers.some((one) => one.class === slug)),
    students: [...students.values()],
    teachers,
    problems,
  }
}

function addStudent(
  { students, problems }: { students: Map<string, FileStudent>; problems: Problem[] },
  person: Row,
  name: string,
  found: FileClass,
): void {
  const studentNo = person.identifier || person.username || ''
  const line = Number(person.line)
  const flaw = flawOf(studentNo, name)
  if (flaw) {
    if (!problems.some((problem) => problem.line === line && problem.fatal))
      problems.push({ line, text: `users.csv：${flaw}`, fatal: true })
    return
  }
  const student = students.get(studentNo) ?? { studentNo, name, line, home: null, courses: [] }
  students.set(studentNo, student)
  if (found.kind === 'home' && student.home === null) student.home = found.slug
  else if (!student.courses.includes(found.slug)) student.courses.push(found.slug)
}
