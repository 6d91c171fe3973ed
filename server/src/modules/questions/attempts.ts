import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/connection'
import type { AttemptSource } from '../../db/schema/questions'
import { enqueue } from '../../jobs/queue'
import { answerHash } from '../../questions/answer-hash'
import type { Version } from '../../questions/present'
import type { Given, PartGiven, Rubric, Scored } from '../../questions/rubric'
import { scoreAnswer } from '../../questions/score'
import { noteAnswers } from '../statistics/public'
import { noteOutcomes } from './wrong-book'

export interface Answered {
  version: Version
  given: Given | null
}

interface Handed {
  userId: number
  source: AttemptSource
  /** Seed of the paper. */
  seed: Buffer
  testAttemptId?: number
  practiceId?: number
  now: number
}

export type Recorded = Answered & { scored: Scored; id: number; uid: string }

/**
 * Scores and stores answers in the caller's transaction. Enqueues programs for grading. Returns null if an answer was
 * already submitted for a question of the same paper.
 */
export async function recordAnswers(tx: Db, answers: Answered[], handed: Handed): Promise<Recorded[] | null> {
  const { userId, source, now } = handed
  const scored = answers.map(({ version, given }) => ({ version, given, scored: scoreAnswer(version.rubric, given) }))
  const rows = await tx
    .insertInto('question_attempts')
    .values(
      scored.map(({ version, given, scored: { verdict, score, detail } }, position) => ({
        user_id: userId,
        question_id: version.questionId,
        version_id: version.id,
        source,
        test_attempt_id: handed.testAttemptId ?? null,
        practice_id: handed.practiceId ?? null,
        position,
        seed: handed.seed,
        answer: given && JSON.stringify(given),
        verdict,
        score,
        max_score: version.rubric.score,
        waiting_score: waitingScore(version.rubric, { verdict, score, detail }),
        detail: JSON.stringify(detail),
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['seed', 'question_id']).doNothing())
    .returning(['id', 'uid', 'question_id'])
    .execute()
  if (rows.length < answers.length) return null
  await noteAnswers(
    tx,
    rows.map(({ id }) => id),
  )
  const stored = new Map(rows.map(({ question_id, id, uid }) => [question_id, { id, uid }]))
  const recorded = scored.map((one) => ({ ...one, ...stored.get(one.version.questionId)! }))
  await noteOutcomes(
    tx,
    recorded.map(({ id, version: { questionId }, scored: { verdict } }) => ({
      userId,
      questionId,
      source,
      attemptId: id,
      verdict,
    })),
    now,
  )
  for (const { id, scored } of recorded)
    if (scored.verdict === 'grading') await sendToGrading(tx, { attemptId: id, userId, source }, now)
  return recorded
}

interface ToGrade {
  attemptId: number
  userId: number
  source: AttemptSource
}

/** Enqueues a program. Exam answers are graded before practice; within both groups users take turns. */
export function sendToGrading(tx: Db, { attemptId, userId, source }: ToGrade, now: number): Promise<void> {
  return enqueue(
    tx,
    'grade_code',
    { attempt: attemptId },
    {
      runAt: now,
      uniqueKey: `grade_code ${attemptId}`,
      owner: userId,
      priority: source === 'exam' ? 0 : 1,
    },
  )
}

/** Opens exam answers for manual grading: whole answers, or the question parts of a 材料题 that await manual grading. */
export async function openGrading(
  tx: Db,
  answers: { id: number; given: Given | null; verdict: Scored['verdict']; detail: Scored['detail'] }[],
): Promise<void> {
  const rows = answers.flatMap(({ id, given, verdict, detail }) => {
    const parts = detail.type === 'material' ? detail.parts.map((part) => part.verdict) : [verdict]
    const texts = given?.type === 'material' ? given.parts : [given as PartGiven | null]
    return parts.flatMap((one, part) =>
      one === 'marking' ? [{ id, part, hash: answerHash(texts[part] ?? null) }] : [],
    )
  })
  if (rows.length === 0) return
  await sql`
    insert into exam_grading (question_attempt_id, part, state, hash)
    select id, part, 'waiting', hash from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, part int, hash text)
    on conflict do nothing`.execute(tx)
}

/** Points of a question that still wait for the code runner or manual grading. */
export function waitingScore(rubric: Rubric, { verdict, detail }: Scored): number {
  const waits = (one: Scored['verdict']) => one === 'grading' || one === 'marking'
  if (rubric.type !== 'material' || detail.type !== 'material') return waits(verdict) ? rubric.score : 0
  return rubric.parts.reduce((sum, part, i) => (waits(detail.parts[i]!.verdict) ? sum + part.score : sum), 0)
}

const stateOfAll = sql`case when bool_or(verdict = 'grading') then 'grading'
  when bool_or(verdict = 'marking') then 'marking' else 'scored' end`

/** Updates the totals of a test from its answers. The caller holds a lock on the test's row. */
export async function sumUpTest(tx: Db, testAttemptId: number): Promise<void> {
  await sql`
    update test_attempts set
      score = sums.score, max_score = sums.max_score, waiting_score = sums.waiting_score,
      right_count = sums.right_count, question_count = sums.question_count, state = sums.state
    from (
      select sum(score) as score, sum(max_score) as max_score, sum(waiting_score) as waiting_score,
        count(*) filter (where verdict = 'right') as right_count, count(*) as question_count, ${stateOfAll} as state
      from question_attempts where test_attempt_id = ${testAttemptId}
    ) sums
    where id = ${testAttemptId}`.execute(tx)
}

export function lockTest(tx: Db, testAttemptId: number) {
  return tx.selectFrom('test_attempts').select('id').where('id', '=', testAttemptId).forUpdate().execute()
}

/** SQL: the conversion of the paper of an attempt: `slope` and `intercept`, null without one. */
export const conversionOf = (examId: RawBuilder<unknown>, seed: RawBuilder<unknown>) => sql`(
  select (found ->> 'slope')::numeric as slope, (found ->> 'intercept')::numeric as intercept from (
    select forms -> 'equating' -> (${seed} % jsonb_array_length(forms -> 'lists'))::int as found
    from exams where id = ${examId}) paper)`

/** SQL: a total after `conversion`. No points stay no points and all points stay all. */
const convertedTotal = (total: RawBuilder<unknown>, full: RawBuilder<unknown>) => sql`
  case when slope is null or ${total} in (0, ${full}) then ${total}
    else greatest(0, least(${full}, round(slope * ${total} + intercept))) end`

/**
 * Updates the totals of exam attempts. Void questions are left out, and the other points are scaled to the same
 * maximum, rounded half up. Then the conversion of the attempt's paper applies, if staff chose one. Answers of attempts
 * with a final score are queued for the statistics of questions. The caller holds locks on the attempts' rows.
 */
export async function sumUpExams(tx: Db, examAttemptIds: number[]): Promise<void> {
  await sql`
    with summed as (update exam_attempts a
    set score = sums.score, waiting_score = sums.waiting_score, score_state = sums.state
    from (
      select id, ${convertedTotal(sql`round(points * full_score / rest)`, sql`full_score`)} as score,
        round(waiting * full_score / rest) as waiting_score,
        case when grading then 'grading' when marking then 'marking' else 'scored' end as state
      from (
        select q.exam_attempt_id as id, sum(q.max_score)::numeric as full_score,
          nullif(sum(q.max_score) filter (where r.kind is null), 0)::numeric as rest,
          coalesce(sum(q.score) filter (where r.kind is null), 0) as points,
          coalesce(sum(q.waiting_score) filter (where r.kind is null), 0) as waiting,
          coalesce(bool_or(q.verdict = 'grading') filter (where r.kind is null), false) as grading,
          coalesce(bool_or(q.verdict = 'marking') filter (where r.kind is null), false) as marking,
          min(t.exam_id) as exam_id, min(t.seed) as seed
        from question_attempts q
        join exam_attempts t on t.id = q.exam_attempt_id
        left join exam_rulings r on r.exam_id = t.exam_id and r.position = q.position and r.kind = 'void'
        where q.exam_attempt_id = any(${examAttemptIds}::bigint[])
        group by q.exam_attempt_id
      ) counted cross join lateral ${conversionOf(sql`counted.exam_id`, sql`counted.seed`)} conversion
    ) sums
    where a.id = sums.id
    returning a.id, a.score_state)
    insert into answer_changes (attempt_id)
    select q.id from summed s join question_attempts q on q.exam_attempt_id = s.id
    where s.score_state = 'scored' order by q.id`.execute(tx)
}

export function lockExam(tx: Db, examAttemptId: number) {
  return tx.selectFrom('exam_attempts').select('id').where('id', '=', examAttemptId).forUpdate().execute()
}
