import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { AttemptSource } from '../../db/schema/questions'
import type { Scored } from '../../questions/rubric'
import { review, rightAnswersToLeave, type Schedule } from './schedule'

export interface Outcome {
  userId: number
  questionId: number
  source: AttemptSource
  attemptId: number
  verdict: Scored['verdict']
}

interface WrongBookEntry extends Schedule {
  userId: number
  questionId: number
  rightStreak: number
  inBook: boolean
}

/**
 * Updates 错题本: adds questions answered wrong, reschedules questions answered right when due, and removes a question
 * after `rightToLeave` such answers. A right answer before the due date changes nothing.
 */
export async function noteOutcomes(tx: Db, outcomes: Outcome[], now: number): Promise<void> {
  const telling = outcomes.filter(({ verdict }) => verdict === 'wrong' || verdict === 'partial' || verdict === 'right')
  if (telling.length === 0) return
  const entries = await lockKept(tx, telling)
  const rows = telling.flatMap((outcome) => {
    const before = entries.get(`${outcome.userId} ${outcome.questionId}`) ?? null
    const after = changed(before, outcome.verdict as 'wrong' | 'partial' | 'right', now)
    return after ? [{ ...outcome, ...after }] : []
  })
  if (rows.length === 0) return
  await sql`
    insert into wrong_questions as w (
      user_id, question_id, source, attempt_id, wrong_count, right_streak, first_at, last_at, removed_at,
      due_at, stability, hardness, reviews, lapses, reviewed_at, mastered_at
    )
    select "userId", "questionId", source, "attemptId", 1, "rightStreak", ${now}::bigint, ${now}::bigint, null,
      "dueAt", stability, hardness, reviews, lapses, "reviewedAt", "masteredAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      "userId" bigint, "questionId" bigint, source text, "attemptId" bigint, "rightStreak" int, "dueAt" bigint,
      stability float8, hardness float8, reviews int, lapses int, "reviewedAt" bigint,
      "masteredAt" bigint)
    order by "userId", "questionId"
    on conflict (user_id, question_id) do update set
      source = case when excluded.right_streak = 0 then excluded.source else w.source end,
      attempt_id = case when excluded.right_streak = 0 then excluded.attempt_id else w.attempt_id end,
      wrong_count = w.wrong_count + case when excluded.right_streak = 0 then 1 else 0 end,
      right_streak = excluded.right_streak,
      last_at = case when excluded.right_streak = 0 then excluded.last_at else w.last_at end,
      removed_at = null, due_at = excluded.due_at, stability = excluded.stability, hardness = excluded.hardness,
      reviews = excluded.reviews, lapses = excluded.lapses, reviewed_at = excluded.reviewed_at,
      mastered_at = excluded.mastered_at`.execute(tx)
}

/**
 * Applies a student's own judgement of a question in 错题本, like an answer. Returns the new schedule, or null if the
 * question is not in 错题本; `counted` is false if the judgement changes nothing, because the question is not due.
 */
export async function reviewByMemory(tx: Db, userId: number, questionId: number, knew: boolean, now: number) {
  const before = (await lockKept(tx, [{ userId, questionId }])).get(`${userId} ${questionId}`)
  if (!before?.inBook) return null
  const after = changed(before, knew ? 'right' : 'wrong', now)
  if (!after) return { dueAt: before.dueAt, rightStreak: before.rightStreak, mastered: false, counted: false }
  const { dueAt, rightStreak, masteredAt, stability, hardness, reviews, lapses, reviewedAt } = after
  await tx
    .updateTable('wrong_questions')
    .set({ due_at: dueAt, right_streak: rightStreak, mastered_at: masteredAt, stability, hardness, reviews, lapses })
    .set({ reviewed_at: reviewedAt })
    .where('user_id', '=', userId)
    .where('question_id', '=', questionId)
    .execute()
  return { dueAt, rightStreak, mastered: masteredAt !== null, counted: true }
}

/**
 * Removes answers from 错题本 that a regrade made right or void. If the user has another wrong answer to the question,
 * that answer replaces the removed one; otherwise the question leaves 错题本.
 */
export async function retractOutcomes(tx: Db, attemptIds: number[]): Promise<void> {
  await sql`
    with retracted as (
      select w.user_id, w.question_id, (
        select a.id from question_attempts a
        where a.user_id = w.user_id and a.question_id = w.question_id and a.id <> w.attempt_id
          and a.verdict in ('wrong', 'partial') order by a.id desc limit 1) as before
      from wrong_questions w where w.attempt_id = any(${attemptIds}::bigint[])
    ), kept as (
      update wrong_questions w set attempt_id = r.before, wrong_count = greatest(1, w.wrong_count - 1),
        source = (select a.source from question_attempts a where a.id = r.before)
      from retracted r
      where r.before is not null and w.user_id = r.user_id and w.question_id = r.question_id
    )
    delete from wrong_questions w using retracted r
    where r.before is null and w.user_id = r.user_id and w.question_id = r.question_id`.execute(tx)
}

/** Returns the new schedule of a question after an answer; null if unchanged. */
function changed(before: WrongBookEntry | null, verdict: 'wrong' | 'partial' | 'right', now: number) {
  if (verdict !== 'right') return { ...review(before, verdict, now), rightStreak: 0, masteredAt: null }
  if (!before?.inBook || now < before.dueAt) return null
  const rightStreak = before.rightStreak + 1
  return {
    ...review(before, 'right', now),
    rightStreak,
    masteredAt: rightStreak >= rightAnswersToLeave ? now : null,
  }
}

async function lockKept(
  tx: Db,
  outcomes: Pick<Outcome, 'userId' | 'questionId'>[],
): Promise<Map<string, WrongBookEntry>> {
  const { rows } = await sql<WrongBookEntry>`
    select w.user_id as "userId", w.question_id as "questionId", 
      right_streak as "rightStreak", due_at as "dueAt", stability, hardness, reviews, lapses,
      reviewed_at as "reviewedAt", removed_at is null and mastered_at is null as "inBook"
    from wrong_questions w
    join unnest(${outcomes.map(({ userId }) => userId)}::bigint[], ${outcomes.map(({ questionId }) => questionId)}::bigint[])
      as asked(user_id, question_id) using (user_id, question_id)
    order by w.user_id, w.question_id
    for update of w`.execute(tx)
  return new Map(rows.map((row) => [`${row.userId} ${row.questionId}`, row]))
}
