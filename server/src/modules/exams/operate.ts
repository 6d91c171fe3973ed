import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { notifyAll } from '../messages/public'
import { studentsOf } from './remind'

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
}

/** Every exam with how far its attempts are, the newest start first. */
export async function examOverviews(db: Db): Promise<ExamOverview[]> {
  const { rows } = await sql<ExamOverview>`
    select e.slug, e.title, e.starts_at as "startsAt", e.ends_at as "endsAt", e.extension,
      (select count(*) from exam_classes c join student_applications s on s.class_id = c.class_id
        join users u on u.id = s.user_id and u.student_status = 'passed' where c.exam_id = e.id) as students,
      count(*) filter (where a.state = 'prepared') as prepared, count(*) filter (where a.state = 'running') as running,
      count(*) filter (where a.state in ('submitted', 'closed')) as "handedIn",
      count(*) filter (where a.score_state = 'marking') as waiting
    from exams e left join exam_attempts a on a.exam_id = e.id
    group by e.id order by e.starts_at desc limit 50`.execute(db)
  return rows
}

interface Extension {
  slug: string
  seconds: number
  /** A mobile or a student number; everybody where not given. */
  student?: string
}

/**
 * Gives more time: to everybody, or to one student. Attempts that run are told with their next save. Answers how many
 * attempts it moved; null where there is no such exam or student. What was handed in stays handed in.
 */
export function extendExam(db: Db, { slug, seconds, student }: Extension, now: number): Promise<number | null> {
  return inTransaction(db, async (tx) => {
    const exam = await tx
      .selectFrom('exams')
      .select(['id', 'title', 'ends_at', 'extension'])
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst()
    if (!exam) return null
    const minutes = Math.round(seconds / 60)
    const notice = { kind: 'study' as const, title: '考试延时', body: `《${exam.title}》为你延长了 ${minutes} 分钟。` }
    const found = student === undefined ? null : await studentOf(tx, exam.id, student)
    if (found === undefined) return null
    if (found === null) {
      await tx
        .updateTable('exams')
        .set({ extension: exam.extension + seconds })
        .where('id', '=', exam.id)
        .execute()
    } else {
      await sql`
        insert into exam_attempts (exam_id, user_id, number, seed, state)
        select ${exam.id}, ${found.id}, 1, (random() * 2147483647)::int, 'prepared'
        on conflict (exam_id, user_id, number) do nothing`.execute(tx)
      await tx
        .updateTable('exam_attempts')
        .set((eb) => ({ extension: eb('extension', '+', seconds) }))
        .where('exam_id', '=', exam.id)
        .where('user_id', '=', found.id)
        .where('state', 'in', ['prepared', 'running'])
        .execute()
      await notifyAll(tx, [found.id], notice, now)
    }
    const { rows } = await sql<{ id: number }>`
      update exam_attempts a set deadline_at = a.deadline_at + ${seconds}::bigint
      where a.exam_id = ${exam.id} and a.state = 'running'
        and (${found?.id ?? null}::bigint is null or a.user_id = ${found?.id ?? null}::bigint)
      returning a.id`.execute(tx)
    await sql`
      update exams e set closes_at = e.ends_at + e.extension + coalesce((
        select max(a.extension) from exam_attempts a where a.exam_id = e.id and a.state in ('prepared', 'running')), 0)
      where e.id = ${exam.id}`.execute(tx)
    if (found === null)
      await notifyAll(
        tx,
        (await studentsOf(tx, exam.id).execute()).map(({ id }) => id),
        notice,
        now,
      )
    return rows.length
  })
}

function studentOf(db: Db, examId: number, student: string) {
  return studentsOf(db, examId)
    .where((eb) => eb.or([eb('u.mobile', '=', student), eb('s.student_no', '=', student)]))
    .executeTakeFirst()
}
