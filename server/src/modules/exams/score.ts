import { sql } from 'kysely'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { JobContext } from '../../jobs/worker'
import { graceSeconds, noteOutcomes, type Outcome, scoreAnswer, sendToGrading, waitingScore } from '../questions/public'
import { type ExamPaper, paperOf } from './papers'
import { effectiveAnswers } from './queries'
import { makeReceipt } from './submit'

const batch = 100

/** Ends every attempt whose time is over, with what it has. */
export async function closeDue(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('exam_attempts')
    .set((eb) => ({ state: 'closed', submitted_at: eb.ref('deadline_at'), score_state: 'scoring' }))
    .where('state', '=', 'running')
    .where('deadline_at', '<', now - graceSeconds)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

type ScoreContext = Pick<JobContext, 'db' | 'clock'> & { config: Pick<Config, 'secret'> }

/** Scores everything that was handed in, a batch at a time; several servers share the work. */
export async function scoreAll(ctx: ScoreContext): Promise<void> {
  while ((await scoreBatch(ctx)) > 0);
}

function scoreBatch({ db, clock, config }: ScoreContext): Promise<number> {
  return inTransaction(db, async (tx) => {
    const attempts = await takeBatch(tx)
    if (attempts.length === 0) return 0
    const answers = new Map<number, Answers>(attempts.map(({ id }) => [id, []]))
    for (const answer of await effectiveAnswers(tx, [...answers.keys()])) answers.get(answer.attemptId)!.push(answer)
    const [rows, sums] = [[] as AnswerRow[], [] as SumRow[]]
    for (const attempt of attempts) {
      const paper = await paperOf({ rootDb: db, config }, { id: attempt.examId, seed: attempt.paperSeed })
      const given = answers.get(attempt.id)!
      const scored = scoreAttempt(attempt, given, paper)
      rows.push(...scored)
      const receipt = attempt.hash === null ? makeReceipt(attempt.uid, attempt.submittedAt, given, paper) : null
      sums.push({ id: attempt.id, ...sumOf(scored), answered: receipt?.answered, hash: receipt?.hash })
    }
    const now = clock.now()
    for (const id of await insertAnswers(tx, rows, now)) await sendToGrading(tx, id, now)
    await sumUp(tx, sums)
    return attempts.length
  })
}

async function takeBatch(tx: Db) {
  const rows = await tx
    .selectFrom('exam_attempts as a')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select(['a.id', 'a.uid', 'a.user_id as userId', 'a.exam_id as examId', 'e.seed as paperSeed', 'a.hash'])
    .select('a.submitted_at as submittedAt')
    .where('a.score_state', '=', 'scoring')
    .orderBy('a.id')
    .limit(batch)
    .forUpdate('a')
    .skipLocked()
    .execute()
  return rows.map((row) => ({ ...row, submittedAt: row.submittedAt! }))
}

interface AnswerRow {
  userId: number
  examAttemptId: number
  questionId: number
  versionId: number
  position: number
  /** Keeps an attempt from being scored twice; the ids shown are derived from the exam's seed. */
  seed: string
  answer: unknown
  verdict: string
  score: number
  maxScore: number
  waitingScore: number
  detail: unknown
}

interface SumRow {
  id: number
  score: number
  waitingScore: number
  state: string
  answered?: number
  hash?: string
}

type Batched = Awaited<ReturnType<typeof takeBatch>>[number]
type Answers = Awaited<ReturnType<typeof effectiveAnswers>>

function scoreAttempt(attempt: Batched, answers: Answers, { versions }: ExamPaper): AnswerRow[] {
  const given = new Map(answers.map(({ position, answer }) => [position, answer]))
  return versions.map((version, position) => {
    const answer = given.get(position) ?? null
    const scored = scoreAnswer(version.rubric, answer)
    return {
      userId: attempt.userId,
      examAttemptId: attempt.id,
      questionId: version.questionId,
      versionId: version.id,
      position,
      seed: attempt.uid.replaceAll('-', ''),
      answer,
      verdict: scored.verdict,
      score: scored.score,
      maxScore: version.rubric.score,
      waitingScore: waitingScore(version.rubric, scored),
      detail: scored.detail,
    }
  })
}

function sumOf(rows: AnswerRow[]) {
  const state = (['grading', 'marking'] as const).find((waiting) => rows.some(({ verdict }) => verdict === waiting))
  const sum = (of: 'score' | 'waitingScore') => rows.reduce((total, row) => total + row[of], 0)
  return { score: sum('score'), waitingScore: sum('waitingScore'), state: state ?? 'scored' }
}

/** Answers the ids of programs, which have to be run. */
async function insertAnswers(tx: Db, rows: AnswerRow[], now: number): Promise<number[]> {
  const inserted = await sql<{ id: number; verdict: string }>`
    insert into question_attempts (user_id, question_id, version_id, source, exam_attempt_id, position, seed, answer,
      verdict, score, max_score, waiting_score, detail, created_at)
    select "userId", "questionId", "versionId", 'exam', "examAttemptId", position, decode(seed, 'hex'),
      nullif(answer, 'null'::jsonb), verdict, score, "maxScore", "waitingScore", detail, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      "userId" bigint, "questionId" bigint, "versionId" bigint, "examAttemptId" bigint, position int, seed text,
      answer jsonb, verdict text, score int, "maxScore" int, "waitingScore" int, detail jsonb)
    returning id, verdict`.execute(tx)
  return inserted.rows.flatMap(({ id, verdict }) => (verdict === 'grading' ? [id] : []))
}

async function sumUp(tx: Db, sums: SumRow[]): Promise<void> {
  await sql`
    update exam_attempts a set score = s.score, waiting_score = s."waitingScore", score_state = s.state,
      answered = coalesce(s.answered, a.answered), hash = coalesce(s.hash, a.hash)
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) as s(
      id bigint, score int, "waitingScore" int, state text, answered int, hash text)
    where a.id = s.id`.execute(tx)
}

/** When an exam is over and scored, its wrong answers go into 错题本, unless its answers are never told. */
export async function finishEnded(db: Db, now: number): Promise<void> {
  const ended = await db
    .selectFrom('exams as e')
    .select('e.id')
    .where('e.finished_at', 'is', null)
    .where('e.closes_at', '<', now - graceSeconds)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('exam_attempts as a')
            .select('a.id')
            .whereRef('a.exam_id', '=', 'e.id')
            .where((or) => or.or([or('a.state', '=', 'running'), or('a.score_state', '=', 'scoring')])),
        ),
      ),
    )
    .execute()
  for (const { id } of ended) await inTransaction(db, (tx) => finishExam(tx, id, now))
}

async function finishExam(tx: Db, examId: number, now: number): Promise<void> {
  const exam = await tx
    .updateTable('exams')
    .set({ finished_at: now })
    .where('id', '=', examId)
    .where('finished_at', 'is', null)
    .returning('analysis')
    .executeTakeFirst()
  if (!exam) return
  await tx.deleteFrom('exam_attempts').where('exam_id', '=', examId).where('state', '=', 'prepared').execute()
  if (exam.analysis === 'never') return
  const outcomes = (await tx
    .selectFrom('question_attempts as q')
    .innerJoin('exam_attempts as a', 'a.id', 'q.exam_attempt_id')
    // The last attempt tells what is known now.
    .distinctOn(['q.user_id', 'q.question_id'])
    .select(['q.user_id as userId', 'q.question_id as questionId', 'q.source', 'q.id as attemptId', 'q.verdict'])
    .where('a.exam_id', '=', examId)
    .orderBy('q.user_id')
    .orderBy('q.question_id')
    .orderBy('q.id', 'desc')
    .execute()) satisfies Outcome[]
  for (let from = 0; from < outcomes.length; from += 1000)
    await noteOutcomes(tx, outcomes.slice(from, from + 1000), now)
}
