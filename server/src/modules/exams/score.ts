import { sql } from 'kysely'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { JobContext } from '../../jobs/worker'
import type { Given, Scored } from '../../questions/rubric'
import { type Ruling, scoreRuled } from '../../questions/ruling'
import {
  graceSeconds,
  noteOutcomes,
  type Outcome,
  openGrading,
  sendToGrading,
  sumUpExams,
  waitingScore,
} from '../questions/public'
import { type ExamPaper, formOf, paperOf, rulingsOf } from './papers'
import { effectiveAnswers } from './queries'
import { makeReceipt } from './submit'

const batch = 100

/** SQL: whether attempts have to be paused, closed, scored or notified, or an exam has ended. */
export const hasToClose = (now: number) => sql<boolean>`(
  exists (select from exams where paused_at is not null)
  or exists (select from exam_attempts where state = 'running' and deadline_at < ${now}::bigint - ${sql.lit(graceSeconds)}
    and paused_at is null)
  or exists (select from exam_attempts where score_state = 'scoring')
  or exists (select from exam_attempts where score_state = 'scored' and told_at is null)
  or exists (select from exams where finished_at is null and closes_at < ${now}::bigint - ${sql.lit(graceSeconds)}
    and paused_at is null))`

/** Closes every overdue attempt with its saved answers. */
export async function closeOverdueAttempts(db: Db, now: number): Promise<number> {
  await pauseStarted(db)
  const { numUpdatedRows } = await db
    .updateTable('exam_attempts')
    .set((eb) => ({ state: 'closed', submitted_at: eb.ref('deadline_at'), score_state: 'scoring' }))
    .where('state', '=', 'running')
    .where('deadline_at', '<', now - graceSeconds)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Pauses attempts that started at the same moment as the pause of their exam: `pauseExam` could not see them. */
async function pauseStarted(db: Db): Promise<void> {
  await sql`
    update exam_attempts a set paused_at = greatest(e.paused_at, a.started_at) from exams e
    where e.id = a.exam_id and e.paused_at is not null and a.state = 'running' and a.paused_at is null`.execute(db)
}

type ScoreContext = Pick<JobContext, 'db' | 'clock'> & { config: Pick<Config, 'secret'> }

/** Scores all submitted attempts in batches; several servers share the work. */
export async function scoreAll(ctx: ScoreContext): Promise<void> {
  while ((await scoreBatch(ctx)) > 0);
}

function scoreBatch({ db, clock, config }: ScoreContext): Promise<number> {
  return inTransaction(db, async (tx) => {
    const attempts = await takeBatch(tx)
    if (attempts.length === 0) return 0
    const answers = new Map<number, Answers>(attempts.map(({ id }) => [id, []]))
    for (const answer of await effectiveAnswers(tx, [...answers.keys()])) answers.get(answer.attemptId)!.push(answer)
    const rulings = await lockRulings(tx, [...new Set(attempts.map(({ examId }) => examId))])
    const [rows, receipts] = [[] as AnswerRow[], [] as ReceiptRow[]]
    for (const attempt of attempts) {
      const paper = await paperOf({ db: tx, rootDb: db, config }, { id: attempt.examId, seed: attempt.paperSeed })
      const given = answers.get(attempt.id)!
      rows.push(...scoreAttempt(attempt, given, paper, rulings.get(attempt.examId)!))
      if (attempt.hash === null)
        receipts.push({ id: attempt.id, ...makeReceipt(attempt.uid, attempt.submittedAt, given, paper) })
    }
    const now = clock.now()
    const inserted = await insertAnswers(tx, rows, now)
    for (const { id, userId, verdict } of inserted)
      if (verdict === 'grading') await sendToGrading(tx, { attemptId: id, userId, source: 'exam' }, now)
    await openGrading(
      tx,
      inserted.flatMap(({ verdict, answer, ...one }) =>
        verdict === 'marking' || answer?.type === 'material' ? [{ ...one, verdict, given: answer }] : [],
      ),
    )
    await setReceipts(tx, receipts)
    await sumUpExams(tx, [...answers.keys()])
    return attempts.length
  })
}

/**
 * Reads the rulings of exams under a share lock. A new ruling waits for this lock, so that its regrade finds every
 * attempt that was scored by the previous ruling.
 */
async function lockRulings(tx: Db, examIds: number[]): Promise<Map<number, Map<number, Ruling>>> {
  await sql`select id from exams where id = any(${examIds}::bigint[]) order by id for share`.execute(tx)
  const found = new Map<number, Map<number, Ruling>>()
  for (const id of examIds) found.set(id, await rulingsOf(tx, id))
  return found
}

async function takeBatch(tx: Db) {
  const rows = await tx
    .selectFrom('exam_attempts as a')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select(['a.id', 'a.uid', 'a.user_id as userId', 'a.exam_id as examId', 'e.seed as paperSeed', 'a.seed', 'a.hash'])
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
  /** The attempt's uid: unique per question, so that an attempt is not scored twice. Not the seed of option ids. */
  seed: string
  answer: unknown
  verdict: string
  score: number
  maxScore: number
  waitingScore: number
  detail: unknown
}

interface ReceiptRow {
  id: number
  answered: number
  hash: string
}

type Batched = Awaited<ReturnType<typeof takeBatch>>[number]
type Answers = Awaited<ReturnType<typeof effectiveAnswers>>

function scoreAttempt(attempt: Batched, answers: Answers, paper: ExamPaper, rulings: Map<number, Ruling>): AnswerRow[] {
  const given = new Map(answers.map(({ position, answer }) => [position, answer]))
  return formOf(paper, attempt.seed).shown.map((position) => {
    const version = paper.versions[position]!
    const answer = given.get(position) ?? null
    const scored = scoreRuled(version.rubric, answer, rulings.get(position))
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

interface Inserted {
  id: number
  userId: number
  verdict: Scored['verdict']
  answer: Given | null
  detail: Scored['detail']
}

/** Inserts scored answers. Returns the inserted rows, because some have to be run or graded manually. */
async function insertAnswers(tx: Db, rows: AnswerRow[], now: number) {
  const { rows: inserted } = await sql<Inserted>`
    insert into question_attempts (user_id, question_id, version_id, source, exam_attempt_id, position, seed, answer,
      verdict, score, max_score, waiting_score, detail, created_at)
    select "userId", "questionId", "versionId", 'exam', "examAttemptId", position, decode(seed, 'hex'),
      nullif(answer, 'null'::jsonb), verdict, score, "maxScore", "waitingScore", detail, ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(
      "userId" bigint, "questionId" bigint, "versionId" bigint, "examAttemptId" bigint, position int, seed text,
      answer jsonb, verdict text, score int, "maxScore" int, "waitingScore" int, detail jsonb)
    returning id, user_id as "userId", verdict, answer, detail`.execute(tx)
  return inserted
}

async function setReceipts(tx: Db, receipts: ReceiptRow[]): Promise<void> {
  await sql`
    update exam_attempts a set answered = s.answered, hash = s.hash
    from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb) as s(id bigint, answered int, hash text)
    where a.id = s.id`.execute(tx)
}

/** Adds wrong answers of ended and scored exams to 错题本, except void questions and exams that never release answers. */
export async function recordEndedExams(db: Db, now: number): Promise<void> {
  const ended = await db
    .selectFrom('exams as e')
    .select('e.id')
    .where('e.finished_at', 'is', null)
    .where('e.closes_at', '<', now - graceSeconds)
    .where('e.paused_at', 'is', null)
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
    // The student's latest attempt decides.
    .distinctOn(['q.user_id', 'q.question_id'])
    .select(['q.user_id as userId', 'q.question_id as questionId', 'q.source', 'q.id as attemptId', 'q.verdict'])
    .where('a.exam_id', '=', examId)
    .where(
      sql<boolean>`not exists (select from exam_rulings r
        where r.exam_id = a.exam_id and r.position = q.position and r.kind = 'void')`,
    )
    .orderBy('q.user_id')
    .orderBy('q.question_id')
    .orderBy('q.id', 'desc')
    .execute()) satisfies Outcome[]
  for (let from = 0; from < outcomes.length; from += 1000)
    await noteOutcomes(tx, outcomes.slice(from, from + 1000), now)
}
