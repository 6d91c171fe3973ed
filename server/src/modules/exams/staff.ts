import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { ListPage } from '../../db/list-page'
import { inTransaction } from '../../db/transaction'
import { notifyAll } from '../messages/public'
import { studentsOf } from './remind'
import { setClosing } from './revise'

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
      (select count(*) from exam_classes c join student_applications s on s.class_id = c.class_id
        join users u on u.id = s.user_id and u.student_status = 'passed' where c.exam_id = e.id) as students,
      count(*) filter (where a.state = 'prepared') as prepared, count(*) filter (where a.state = 'running') as running,
      count(*) filter (where a.state in ('submitted', 'closed')) as "handedIn",
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
  /** Mobile or student number; all students if omitted. */
  student?: string
  /** Ids of users, instead of `student`. */
  students?: number[]
  /** Shown to students. */
  reason?: string
}

/** Returns the number of attempts moved, or null for an unknown exam or student. */
export const extendDeadline = async (db: Db, extension: Extension, now: number): Promise<number | null> =>
  (await extendExam(db, extension, now))?.moved ?? null

/**
 * Extends the deadline for all students or for some. Running attempts learn it with their next save. Returns the number
 * of attempts moved and of students notified, or null for an unknown exam or student. Submitted attempts stay submitted.
 */
export function extendExam(db: Db, extension: Extension, now: number) {
  const { slug, seconds, student, reason } = extension
  return inTransaction(db, async (tx) => {
    const exam = await tx
      .selectFrom('exams')
      .select(['id', 'title', 'ends_at', 'extension'])
      .where('slug', '=', slug)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!exam) return null
    const allowed = await chosenStudents(tx, exam.id, student, extension.students)
    if (allowed === null) return null
    const isForAll = student === undefined && extension.students === undefined
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
    return { moved: rows.length, students: allowed.length }
  })
}

/** Returns the chosen students of an exam, or null if one of them may not take it. */
async function chosenStudents(tx: Db, examId: number, student?: string, students?: number[]) {
  const all = studentsOf(tx, examId)
  if (student !== undefined) {
    const found = await all
      .where((eb) => eb.or([eb('u.mobile', '=', student), eb('s.student_no', '=', student)]))
      .executeTakeFirst()
    return found ? [found.id] : null
  }
  const ids = (await all.execute()).map(({ id }) => id)
  if (students === undefined) return ids
  const known = new Set(ids)
  return students.every((id) => known.has(id)) ? [...new Set(students)] : null
}

/** An extension of single students is stored with their attempt, which is prepared for it. */
async function extendStudents(tx: Db, examId: number, userIds: number[], seconds: number): Promise<void> {
  await sql`
    insert into exam_attempts (exam_id, user_id, number, seed, state)
    select ${examId}, u.id, 1, (random() * 2147483647)::int, 'prepared' from unnest(${userIds}::bigint[]) as u(id)
    on conflict (exam_id, user_id, number) do nothing`.execute(tx)
  await tx
    .updateTable('exam_attempts')
    .set((eb) => ({ extension: eb('extension', '+', seconds) }))
    .where('exam_id', '=', examId)
    .where(sql<boolean>`user_id = any(${userIds}::bigint[])`)
    .where('state', 'in', ['prepared', 'running'])
    .execute()
}
