import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { notifyAll } from '../messages/public'
import { prepareAttempts } from './start'

/** Time before the start at which attempts are prepared and students reminded. */
const aheadSeconds = 1800
const batch = 1000

/** SQL: whether `prepareSoon` finds an exam. */
export const hasExamSoon = (now: number) => sql<boolean>`exists (select from exams
  where starts_at <= ${now}::bigint + ${sql.lit(aheadSeconds)} and ends_at > ${now}::bigint and withdrawn_at is null)`

/** Students who may take an exam. */
export function studentsOf(db: Db, examId: number) {
  return db
    .selectFrom('exam_candidates as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('u.id')
    .where('c.exam_id', '=', examId)
    .where('u.student_status', '=', 'passed')
    .where('u.closed_at', 'is', null)
}

export const examLink = (uid: string) => `pages/exam/answer?id=${uid}`

/** Prepares the first attempts of exams starting soon, so that starting is one update, and reminds students once. */
export async function prepareSoon(db: Db, now: number): Promise<void> {
  const soon = await db
    .selectFrom('exams')
    .select(['id', 'uid', 'title', 'starts_at as startsAt', 'ends_at as endsAt', 'reminded_at as remindedAt'])
    .where('starts_at', '<=', now + aheadSeconds)
    .where('ends_at', '>', now)
    .where('withdrawn_at', 'is', null)
    .execute()
  for (const exam of soon) {
    const missing = await studentsOf(db, exam.id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('exam_attempts as a')
              .select('a.id')
              .where('a.exam_id', '=', exam.id)
              .whereRef('a.user_id', '=', 'u.id'),
          ),
        ),
      )
      .execute()
    for (let from = 0; from < missing.length; from += batch)
      await prepareAttempts(
        db,
        exam.id,
        missing.slice(from, from + batch).map(({ id }) => ({ userId: id, number: 1 })),
      )
    if (exam.remindedAt === null) await remind(db, exam, now)
  }
}

async function remind(db: Db, exam: { id: number; uid: string; title: string; startsAt: number }, now: number) {
  await inTransaction(db, async (tx) => {
    const first = await tx
      .updateTable('exams')
      .set({ reminded_at: now })
      .where('id', '=', exam.id)
      .where('reminded_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    // An exam published after its start needs no reminder, because its students were just notified.
    if (!first || exam.startsAt <= now) return
    const body = `《${exam.title}》将在 ${formatChineseTime(exam.startsAt)} 开始，请提前准备好网络和设备。`
    await notifyAll(
      tx,
      (await studentsOf(tx, exam.id).execute()).map(({ id }) => id),
      { kind: 'study', title: '考试即将开始', body, link: examLink(exam.uid) },
      now,
    )
  })
}

/** Notifies students of their final scores, once each. */
export async function notifyScores(db: Db, now: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ userId: number; uid: string; title: string; score: number; full: number }>`
      update exam_attempts a set told_at = ${now}::bigint from exams e
      where e.id = a.exam_id and a.id in (
        select id from exam_attempts where score_state = 'scored' and told_at is null order by id limit ${batch}
        for update skip locked)
      returning a.user_id as "userId", a.uid, e.title, a.score, e.score as full`.execute(tx)
    for (const { userId, uid, title, score, full } of rows)
      await notifyAll(
        tx,
        [userId],
        {
          kind: 'study',
          title: '考试成绩已出',
          body: `《${title}》得分 ${score / 100}（满分 ${full / 100}），点这里查看。`,
          link: `pages/exam/result?id=${uid}`,
        },
        now,
      )
  })
}
