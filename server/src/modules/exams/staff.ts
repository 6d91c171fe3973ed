import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { ListPage } from '../../db/list-page'
import { inTransaction } from '../../db/transaction'
import { notifyAll } from '../messages/public'
import { graceSeconds } from '../questions/public'
import { isExpected } from './desk/exam-state'
import { PlanError } from './publish'
import { studentsOf } from './remind'
import { setClosing } from './revise'
import { hasEnded } from './rules'

export interface ExamOverview {
  slug: string
  title: string
  startsAt: number
  endsAt: number
  extension: number
  students: number
  prepared: number
  running: number
  handedIn: number
  waiting: number
  withdrawnAt: number | null
}

/** Lists exams with attempt progress, newest start first; `after` is the last slug of the previous page. */
export async function examOverviews(db: Db, { after, limit }: ListPage): Promise<ExamOverview[]> {
  const { rows } = await sql<ExamOverview>`
    select e.slug, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.extension,
      e.withdrawn_at as "withdrawnAt",
      (select count(*) from exam_candidates c
        join users u on u.id = c.user_id and u.student_status = 'passed' and u.closed_at is null
        where c.exam_id = e.id and ${isExpected('c')}) as students,
      count(*) filter (where a.state = 'prepared') as prepared, count(*) filter (where a.state = 'running') as running,
      count(distinct a.user_id) filter (where a.state in ('submitted', 'closed')) as "handedIn",
      count(*) filter (where a.score_state = 'marking') as waiting
    from exams e left join exam_attempts a on a.exam_id = e.id
    where ${after ?? null}::text is null
      or (e.starts_at, e.id) < (select starts_at, id from exams where slug = ${after ?? null})
    group by e.id order by e.starts_at desc, e.id desc limit ${limit}`.execute(db)
  return rows
}

export async function studentCount(db: Db, uid: string): Promise<number> {
  const exam = await db.selectFrom('exams').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
  return (await studentsOf(db, exam.id).execute()).length
}

interface Extension {
  slug: string
  seconds: number
  /** Ids of users; all students if omitted. */
  students?: number[]
  /** Shown to students. */
  reason?: string
}

/**
 * Extends the deadline for all students or for some. Exam pages receive the new deadline with their next save. Returns
 * the number of attempts moved, the students notified, and the chosen students without time to extend (submitted, or too
 * late to begin); null for an unknown exam or student. An ended exam is not extended, because its results are out.
 */
export function extendDeadline(db: Db, extension: Extension, now: number) {
  const { slug, seconds, students, reason } = extension
  return inTransaction(db, async (tx) => {
    const exam = await tx
      .selectFrom('exams')
      .select(['id', 'title', 'extension', 'closes_at as closesAt', 'paused_at as pausedAt'])
      .where('slug', '=', slug)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!exam) return null
    if (hasEnded(exam, now)) throw new PlanError('考试已经结束，不能再延长；要补考请复制为新考试')
    const chosen = await chosenStudents(tx, exam.id, students)
    if (chosen === null) return null
    const isForAll = students === undefined
    const allowed = await stillTaking(tx, exam.id, chosen, now)
    const isAllowed = new Set(allowed)
    const skipped = chosen.filter((id) => !isAllowed.has(id))
    if (allowed.length === 0 && skipped.length > 0)
      throw new PlanError('这些学生都已交卷，或者不能再开始，没有可以延长的')
    if (isForAll)
      await tx
        .updateTable('exams')
        .set({ extension: exam.extension + seconds })
        .where('id', '=', exam.id)
        .execute()
    else await extendStudents(tx, exam.id, allowed, seconds)
    const { rows } = await sql<{ id: number }>`
      update exam_attempts a set deadline_at = a.deadline_at + ${seconds}::bigint
      where a.exam_id = ${exam.id} and a.state = 'running' and (${isForAll} or a.user_id = any(${allowed}::bigint[]))
      returning a.id`.execute(tx)
    await setClosing(tx, exam.id)
    const why = reason ? `原因：${reason}` : ''
    const body = `《${exam.title}》为你延长了 ${Math.round(seconds / 60)} 分钟。${why}`
    await notifyAll(tx, allowed, { kind: 'study', title: '考试延时', body }, now)
    return { moved: rows.length, students: allowed, skipped, extension: exam.extension + (isForAll ? seconds : 0) }
  })
}

type Extended = NonNullable<Awaited<ReturnType<typeof extendDeadline>>>

/** Values of an extension for the audit log. Lists the students unless all of the exam got it. */
export async function extensionRecord(db: Db, { seconds, students: chosen }: Extension, done: Extended) {
  const { moved, students, skipped, extension } = done
  const minutes = Math.round(seconds / 60)
  if (chosen === undefined)
    return {
      before: { extensionMinutes: Math.round((extension - seconds) / 60) },
      after: { minutes, students: '全部', extensionMinutes: Math.round(extension / 60), running: moved },
    }
  return {
    after: {
      minutes,
      students: students.length,
      studentIds: await uidsOf(db, students),
      ...(skipped.length > 0 && { skippedIds: await uidsOf(db, skipped) }),
      running: moved,
    },
  }
}

async function uidsOf(db: Db, ids: number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('uid')
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .execute()
  return rows.map(({ uid }) => uid)
}

/** Returns those of the students whose attempt is running or who may still start one. */
async function stillTaking(tx: Db, examId: number, userIds: number[], now: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from exams e, unnest(${userIds}::bigint[]) with ordinality as u(id, nth)
    where e.id = ${examId} and (
      exists (select from exam_attempts a where a.exam_id = e.id and a.user_id = u.id and a.state = 'running'
        and coalesce(a.paused_at, ${now}::bigint) <= a.deadline_at + ${graceSeconds})
      or coalesce(e.paused_at, ${now}::bigint) < e.ends_at and e.attempts_allowed > (
        select count(*) from exam_attempts a where a.exam_id = e.id and a.user_id = u.id and a.state <> 'prepared'))
    order by u.nth`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the chosen students of an exam, or null if one of them may not take it. */
async function chosenStudents(tx: Db, examId: number, students?: number[]) {
  const ids = (await studentsOf(tx, examId).execute()).map(({ id }) => id)
  if (students === undefined) return ids
  const known = new Set(ids)
  return students.every((id) => known.has(id)) ? [...new Set(students)] : null
}

/** Stores an extension with the students' open attempts. For a student without one, the next attempt is prepared. */
async function extendStudents(tx: Db, examId: number, userIds: number[], seconds: number): Promise<void> {
  await sql`
    insert into exam_attempts (exam_id, user_id, number, seed, state, extension)
    select ${examId}, u.id, coalesce(own.last, 0) + 1, (random() * 2147483647)::int, 'prepared', coalesce(own.extension, 0)
    from unnest(${userIds}::bigint[]) as u(id) left join lateral (
      select max(number) as last, max(extension) as extension, bool_or(state in ('prepared', 'running')) as is_open
      from exam_attempts a where a.exam_id = ${examId} and a.user_id = u.id) own on true
    where not coalesce(own.is_open, false)
    on conflict (exam_id, user_id, number) do nothing`.execute(tx)
  await tx
    .updateTable('exam_attempts')
    .set((eb) => ({ extension: eb('extension', '+', seconds) }))
    .where('exam_id', '=', examId)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where('state', 'in', ['prepared', 'running'])
    .execute()
}
