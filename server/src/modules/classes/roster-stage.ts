import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { RosterProblem } from '../../db/schema/classes'
import type { FileClass, RosterFile, RosterPlan } from './roster-plan'

const problemsMax = 100

interface StoredClass {
  id: number
  slug: string
  name: string
  kind: 'home' | 'course'
}

/** Classes of a school. */
export async function classesOf(db: Db, schoolId: number): Promise<StoredClass[]> {
  return db.selectFrom('classes').select(['id', 'slug', 'name', 'kind']).where('school_id', '=', schoolId).execute()
}

/**
 * Returns the slug of the stored class that a class of a file refers to, by slug or by name; for a new class, its own
 * slug. Files of a school name classes, whose slugs come from the first import.
 */
function slugFinder(stored: StoredClass[]) {
  const slugs = new Set(stored.map(({ slug }) => slug))
  const byName = new Map(stored.map(({ name, slug }) => [name, slug]))
  return ({ slug, name }: Pick<FileClass, 'slug' | 'name'>) => (slugs.has(slug) ? slug : (byName.get(name) ?? slug))
}

interface StagedRow {
  student_no: string
  name: string
  line: number
  class_slug: string
  home: boolean
}

/** One row per student and class. A new student without a home class gets the first teaching class as home. */
function rowsOf(file: RosterFile, slugOf: Map<string, string>, known: Set<string>): StagedRow[] {
  return file.students.flatMap(({ studentNo, name, line, home, courses }) => {
    const first = home ?? (known.has(studentNo) ? null : (courses[0] ?? null))
    const row = (slug: string, isHome: boolean): StagedRow => ({
      student_no: studentNo,
      name,
      line,
      class_slug: slugOf.get(slug)!,
      home: isHome,
    })
    const rest = [...new Set(courses)].filter((slug) => slug !== first)
    return [...(first === null ? [] : [row(first, true)]), ...rest.map((slug) => row(slug, false))]
  })
}

/** SQL: students of the file's classes who are not in the file, as (student_no, name, class_id, roster_id, user_id). */
export const missingStudents = (importId: number) => sql`
  select x.student_no, x.name, x.class_id, x.roster_id, x.user_id
  from roster_imports i join classes c on c.school_id = i.school_id
    join class_students x on x.class_id = c.id
  where i.id = ${importId} and c.slug in (select distinct class_slug from roster_import_rows where import_id = ${importId})
    and x.roster_id is not null and not exists (
      select from roster_import_rows r where r.import_id = ${importId} and r.student_no = x.student_no
        and (r.class_slug = c.slug or (r.home and c.kind = 'home')))`

/** Stores the rows of a file, each compared with the roster. */
async function storeRows(tx: Db, importId: number, schoolId: number, rows: StagedRow[]): Promise<void> {
  await sql`
    insert into roster_import_rows (import_id, student_no, name, line, class_slug, home, change, before_name, before_class)
    select ${importId}, s.student_no, s.name, s.line, s.class_slug, s.home,
      case when not s.home then null when e.id is null then 'new' when e.class_id is distinct from c.id then 'moved'
        when e.name <> s.name then 'changed' else 'same' end,
      case when s.home then e.name end, case when s.home then e.class_id end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s (student_no text, name text, line int, class_slug text, home boolean)
      left join rosters e on e.school_id = ${schoolId} and e.student_no = s.student_no
      left join classes c on c.school_id = ${schoolId} and c.slug = s.class_slug
    on conflict do nothing`.execute(tx)
  // Without new statistics, PostgreSQL would join 20 000 rows with themselves one by one.
  await sql`analyze roster_import_rows`.execute(tx)
}

/** SQL: rows `r` of a file whose student is not in the teaching class yet. */
export const isNewMember = (importId: number, schoolId: number) => sql<boolean>`
  r.import_id = ${importId} and not r.home and not exists (
    select from class_members m join rosters e on e.id = m.roster_id join classes c on c.id = m.class_id
    where e.school_id = ${schoolId} and e.student_no = r.student_no and c.slug = r.class_slug)
  and not exists (select from rosters e join classes c on c.id = e.class_id
    where e.school_id = ${schoolId} and e.student_no = r.student_no and c.slug = r.class_slug)`

/** Counts what applying the file would change. */
export async function countChanges(tx: Db, importId: number, schoolId: number, plan: RosterPlan, now: number) {
  const { rows } = await sql<{ change: string; count: number }>`
    select change, count(*) as count from roster_import_rows where import_id = ${importId} and change is not null
    group by change`.execute(tx)
  const { rows: missing } = await sql<{ count: number; verified: number }>`
    select count(distinct student_no) as count,
      count(distinct student_no) filter (where user_id is not null) as verified
    from (${missingStudents(importId)}) missing`.execute(tx)
  const { rows: members } = await sql<{ count: number }>`
    select count(*) as count from roster_import_rows r where ${isNewMember(importId, schoolId)}`.execute(tx)
  const stored = new Set((await classesOf(tx, schoolId)).map(({ slug }) => slug))
  const terms = await tx.selectFrom('terms').select('slug').where('school_id', '=', schoolId).execute()
  const mobiles = [...new Set(plan.teachers.flatMap(({ mobile }) => mobile || []))]
  const { rows: found } = await sql<{ mobile: string }>`
    select mobile from users where mobile = any(${mobiles}::text[]) and closed_at is null`.execute(tx)
  const known = new Set(found.map(({ mobile }) => mobile))
  const changeCount = (change: string) => rows.find((row) => row.change === change)?.count ?? 0
  return {
    new: changeCount('new'),
    changed: changeCount('changed'),
    moved: changeCount('moved'),
    same: changeCount('same'),
    missing: missing[0]!.count,
    missingVerified: missing[0]!.verified,
    classes: plan.classes.length,
    newClasses: plan.classes.filter(({ slug }) => !stored.has(slug)).length,
    terms: plan.terms.length,
    newTerms: plan.terms.filter(({ slug }) => !terms.some((term) => term.slug === slug)).length,
    newMembers: members[0]!.count,
    teachers: known.size,
    unknownTeachers: new Set(plan.teachers.filter(({ mobile }) => !known.has(mobile)).map(({ name }) => name)).size,
    removed: 0,
    countedAt: now,
  }
}

/** Stores a file that was read and its difference from the roster. A file with a fatal problem cannot be applied. */
export async function stageRoster(tx: Db, importId: number, file: RosterFile, now: number): Promise<void> {
  const found = await tx
    .selectFrom('roster_imports')
    .select(['school_id', 'state'])
    .where('id', '=', importId)
    .forUpdate()
    .executeTakeFirst()
  if (found?.state !== 'reading') return
  const { school_id: schoolId } = found
  const finder = slugFinder(await classesOf(tx, schoolId))
  const slugOf = new Map(file.classes.map((one) => [one.slug, finder(one)]))
  const plan: RosterPlan = {
    terms: file.terms,
    classes: file.classes.map((one) => ({ ...one, slug: slugOf.get(one.slug)! })),
    teachers: file.teachers.map((one) => ({ ...one, class: slugOf.get(one.class) ?? one.class })),
  }
  const { rows: entries } = await sql<{ student_no: string }>`
    select student_no from rosters where school_id = ${schoolId}
      and student_no = any(${file.students.map(({ studentNo }) => studentNo)}::text[])`.execute(tx)
  const rows = rowsOf(file, slugOf, new Set(entries.map(({ student_no }) => student_no)))
  await storeRows(tx, importId, schoolId, rows)
  const fatal = file.problems.some((problem) => problem.fatal)
  await tx
    .updateTable('roster_imports')
    .set({
      state: fatal ? 'failed' : 'ready',
      plan: JSON.stringify(plan),
      problems: JSON.stringify(shortened(file.problems)),
      counts: JSON.stringify(await countChanges(tx, importId, schoolId, plan, now)),
      read_at: now,
      ...(fatal && { finished_at: now }),
    })
    .where('id', '=', importId)
    .execute()
}

interface NewImport {
  schoolId: number
  createdBy: number
  fileName: string
}

/** Stores a roster that was not uploaded as a file, with its difference. Returns the id of the page that shows it. */
export async function startRosterImport(tx: Db, from: NewImport, file: RosterFile, now: number): Promise<string> {
  const { id, uid } = await tx
    .insertInto('roster_imports')
    .values({ school_id: from.schoolId, created_by: from.createdBy, file_name: from.fileName, created_at: now })
    .returning(['id', 'uid'])
    .executeTakeFirstOrThrow()
  await stageRoster(tx, id, file, now)
  return uid
}

/** The first problems, fatal ones first; a file in the wrong format has a problem in every line. */
function shortened(problems: RosterProblem[]): RosterProblem[] {
  const ordered = [...problems].sort((a, b) => Number(b.fatal) - Number(a.fatal) || a.line - b.line)
  if (ordered.length <= problemsMax) return ordered
  const rest = { line: 0, text: `还有 ${ordered.length - problemsMax + 1} 个问题没有列出`, fatal: false }
  return [...ordered.slice(0, problemsMax - 1), rest]
}
