import type { Grade, GradeColumn } from '@dxx/contract/calls/gradebook'
import { defaultGradebook, type GradebookSettings, type GradeCategory } from '@dxx/contract/rules/gradebook'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { assignmentShare, extensionsOf, itemProgress, itemsOf, readAssignments } from '../assignments/public'
import { type ShownTerms, shownTerms } from './terms'

interface Column extends GradeColumn {
  assignmentId: number | null
  examId: number | null
}

export interface Gradebook {
  terms: ShownTerms
  settings: GradebookSettings
  columns: Column[]
  /** Grades of a user, by column. */
  gradesOf(userId: number): Grade[]
}

/** Weights of the term; if it has none, those of the class. */
async function settingsOf(db: Db, classId: number, termId: number | null): Promise<GradebookSettings> {
  const { rows } = await sql<{ settings: GradebookSettings }>`
    select settings from gradebooks where class_id = ${classId} and (term_id is null or term_id = ${termId}::bigint)
    order by term_id nulls last limit 1`.execute(db)
  return rows[0]?.settings ?? defaultGradebook
}

interface Part {
  classId: number
  terms: ShownTerms
  now: number
  userId: number | undefined
}

/** Maximum number of columns per category; the newest ones are shown. */
const columnsMax = 200

/**
 * Scores of assignments in percent. Work that was not done by its due date counts as 0; before the due date it has no
 * score.
 */
async function assignmentGrades(db: Db, { classId, terms, now, userId }: Part) {
  const found = await readAssignments(
    db,
    sql<boolean>`a.withdrawn_at is null and a.starts_at <= ${now}::bigint and a.due_at >= ${terms.from}::bigint and exists (
      select from assignment_classes k where k.assignment_id = a.id and k.class_id = ${classId})`,
    sql<boolean>`c.id = ${classId}`,
    sql`order by a.due_at desc, a.id desc limit ${columnsMax}`,
  )
  const rows = found.filter(({ dueAt }) => terms.includes(dueAt)).reverse()
  const assignmentIds = rows.map(({ id }) => id)
  const items = assignmentIds.length > 0 ? await itemsOf(db, assignmentIds) : []
  const done = assignmentIds.length > 0 ? await itemProgress(db, { assignmentIds, userId }) : []
  const extensionOf = await extensionsOf(db, assignmentIds, userId)
  const records = new Map(done.map((row) => [`${row.itemId} ${row.userId}`, row]))
  return rows.flatMap((row) => {
    // Exams are left out, because they have columns of their own.
    const rowItems = items.filter(({ assignmentId, kind }) => assignmentId === row.id && kind !== 'exam')
    if (rowItems.length === 0) return []
    const category: GradeCategory = rowItems.every(({ kind }) => kind === 'test' || kind === 'code')
      ? 'test'
      : 'homework'
    const column: Column = {
      id: row.uid,
      category,
      title: row.title,
      dueAt: row.dueAt,
      assignmentId: row.id,
      examId: null,
    }
    const percentOf = (user: number): number | null => {
      const parts = rowItems.map(({ id, points }) => {
        const { share, timely, doneAt } = records.get(`${id} ${user}`) ?? { share: 0, timely: 0, doneAt: null }
        return { points, share, timely, doneAt }
      })
      const dueAt = extensionOf(row.id, user)?.dueAt ?? row.dueAt
      if (now <= dueAt && parts.some(({ doneAt }) => doneAt === null)) return null
      const share = assignmentShare(parts, row)
      return share === null ? null : share * 100
    }
    return [{ column, percentOf }]
  })
}

/** Scores of finished exams in percent: the best attempt; an absent student has 0. */
async function examGrades(db: Db, { classId, terms }: Part) {
  const { rows: all } = await sql<{ id: number; uid: string; title: string; endsAt: number }>`
    select e.id, e.uid, e.title, e.ends_at as "endsAt" from exams e join exam_classes k on k.exam_id = e.id
    where k.class_id = ${classId} and e.withdrawn_at is null and e.finished_at is not null
      and e.ends_at >= ${terms.from}::bigint
    order by e.ends_at desc, e.id desc limit ${columnsMax}`.execute(db)
  const exams = all.filter(({ endsAt }) => terms.includes(endsAt)).reverse()
  const { rows } = await sql<{ examId: number; userId: number; percent: number | null }>`
    select t.exam_id as "examId", t.user_id as "userId",
      (max(t.score) filter (where t.score_state = 'scored') * 100.0 / max(e.score))::float8 as percent
    from exam_attempts t join exams e on e.id = t.exam_id
    where t.exam_id = any(${exams.map(({ id }) => id)}::bigint[]) and t.state in ('submitted', 'closed')
    group by t.exam_id, t.user_id`.execute(db)
  const scores = new Map(rows.map((row) => [`${row.examId} ${row.userId}`, row.percent]))
  return exams.map(({ id, uid, title, endsAt }) => {
    const column: Column = { id: uid, category: 'exam', title, dueAt: endsAt, assignmentId: null, examId: id }
    const percentOf = (user: number) => (scores.has(`${id} ${user}`) ? scores.get(`${id} ${user}`)! : 0)
    return { column, percentOf }
  })
}

interface BookRange {
  /** Id of a term, or `all`; undefined: the current term. */
  term?: string | undefined
  /** Only the grades of this student. */
  userId?: number
}

/** Reads the gradebook of a class. */
export async function readGradebook(
  db: Db,
  classId: number,
  now: number,
  { term, userId }: BookRange = {},
): Promise<Gradebook> {
  const terms = await shownTerms(db, classId, term, now)
  const part = { classId, terms, now, userId }
  const graded = [...(await assignmentGrades(db, part)), ...(await examGrades(db, part))]
  const { rows } = await sql<{ column: string; userId: number; score: number; reason: string }>`
    select coalesce(a.uid, e.uid) as column, o.user_id as "userId", o.score, o.reason
    from gradebook_overrides o left join assignments a on a.id = o.assignment_id left join exams e on e.id = o.exam_id
    where o.class_id = ${classId} and (${userId ?? null}::bigint is null or o.user_id = ${userId ?? null}::bigint)`.execute(
    db,
  )
  const overrides = new Map(rows.map((row) => [`${row.column} ${row.userId}`, row]))
  const round = (percent: number | null) => (percent === null ? null : Math.round(percent * 10) / 10)
  return {
    terms,
    settings: await settingsOf(db, classId, terms.term?.id ?? null),
    columns: graded.map(({ column }) => column),
    gradesOf: (user) =>
      graded.map(({ column, percentOf }) => {
        const override = overrides.get(`${column.id} ${user}`)
        return override
          ? { percent: override.score / 100, override: override.reason }
          : { percent: round(percentOf(user)), override: null }
      }),
  }
}

export const shapeColumn = ({ id, category, title, dueAt }: Column): GradeColumn => ({ id, category, title, dueAt })

export const shapeTerms = ({ terms: { terms, term } }: Gradebook) => ({
  terms: terms.map(({ uid, name }) => ({ id: uid, name })),
  term: term?.uid ?? null,
})
