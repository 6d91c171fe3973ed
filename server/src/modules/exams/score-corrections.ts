import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { Scored } from '../../questions/rubric'
import { notify } from '../messages/public'

/** History of manual scores that change after the student was notified of the total. */

interface Total {
  attemptId: number
  score: number
  isFinal: boolean
}

/** Returns the total of an attempt whose student was notified of it; otherwise null. */
export async function releasedTotal(tx: Db, attemptId: number | null): Promise<Total | null> {
  if (attemptId === null) return null
  const row = await tx
    .selectFrom('exam_attempts')
    .select(['score', 'score_state'])
    .where('id', '=', attemptId)
    .where('told_at', 'is not', null)
    .executeTakeFirst()
  return row ? { attemptId, score: row.score!, isFinal: row.score_state === 'scored' } : null
}

interface Correction {
  position: number
  before: Pick<Scored, 'verdict' | 'score'>
  after: Pick<Scored, 'verdict' | 'score'>
  appeal: boolean
}

/**
 * Records a corrected answer; the caller has locked the attempt. If the total is not final, for example after an undo,
 * the correction stays open. Once the total is final, the student is notified once.
 */
export async function recordCorrection(tx: Db, total: Total, correction: Correction, now: number): Promise<void> {
  const { attemptId } = total
  const { position, before, after, appeal } = correction
  const isKnown = total.isFinal || before.verdict !== 'marking'
  if (before.score !== after.score || before.verdict !== after.verdict)
    await sql`
      insert into exam_grade_changes as c
        (attempt_id, position, appeal, before, after, total_before, total_after, at, open)
      select ${attemptId}, ${position}, ${appeal}, ${before.score}, ${after.score}, ${total.score}, ${total.score},
        ${now}::bigint, true
      where ${isKnown} or exists (select from exam_grade_changes
        where attempt_id = ${attemptId} and position = ${position} and open)
      on conflict (attempt_id, position) where open
      do update set after = excluded.after, appeal = excluded.appeal, at = excluded.at`.execute(tx)
  const current = await releasedTotal(tx, attemptId)
  if (current?.isFinal) await closeCorrections(tx, current, appeal, now)
}

async function closeCorrections(tx: Db, { attemptId, score }: Total, appeal: boolean, now: number): Promise<void> {
  const { rows: open } = await sql<{ id: number; isChanged: boolean; total: number }>`
    select id, before <> after as "isChanged", total_before as total from exam_grade_changes
    where attempt_id = ${attemptId} and open order by id`.execute(tx)
  const notifiedTotal = open[0]?.total
  if (notifiedTotal === undefined) return
  const changed = open.filter(({ isChanged }) => isChanged).map(({ id }) => id)
  await sql`delete from exam_grade_changes where attempt_id = ${attemptId} and open and before = after`.execute(tx)
  // If several questions were corrected together, only the last correction shows the new total.
  await sql`
    update exam_grade_changes set open = false, total_before = ${notifiedTotal}, at = ${now}::bigint,
      total_after = case when id = ${changed.at(-1) ?? null}::bigint then ${score}::int else ${notifiedTotal}::int end
    where attempt_id = ${attemptId} and open`.execute(tx)
  if (appeal || notifiedTotal === score) return
  const attempt = await tx
    .selectFrom('exam_attempts as a')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select(['a.uid', 'a.user_id as userId', 'e.title'])
    .where('a.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const body = `《${attempt.title}》的人工评分有更正，你的得分由 ${notifiedTotal / 100} 变为 ${score / 100}，点这里查看。`
  const link = `pages/exam/result?id=${attempt.uid}`
  await notify(tx, { userId: attempt.userId, kind: 'study', title: '考试成绩有变', body, link }, now)
}

/** Corrections of an attempt as rows of its history: by question, with the totals where they changed. */
export const correctionsOf = (attemptId: number) => sql`
  select id, position, at, before, after, total_before, total_after,
    case when appeal then '成绩复核' else '人工评分更正' end as reason
  from exam_grade_changes where attempt_id = ${attemptId} and not open`
