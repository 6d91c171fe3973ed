import { arrangePaper, numbersOnPaper } from '@dxx/contract/rules/exam-order'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { preparedQuery, preparedSql } from '../../db/prepared'
import { type SiteAnswersOf, scoredQuestion } from '../../questions/present'
import type { Scored } from '../../questions/rubric'
import { embargoedQuestions } from '../questions/public'
import { siteAnswersOf } from '../statistics/public'
import { attemptSummary } from './exam-cards'
import { type ExamPaper, formOf, paperOf, shownQuestion, viewOf } from './papers'
import { type AttemptRow, candidate, type ExamRow, examById, listExamAttempts, ownAttempt } from './queries'
import { extrasOf, readResultExtras } from './result-extras'
import { analysisFor, hasEnded, movedTime, permissionFor } from './rules'
import { receiptOf } from './submit'

/** Returns a submitted attempt with its exam and the state of its analysis. */
export async function findSubmittedAttempt(ctx: Ctx<'user'>, uid: string) {
  const [attempt = fail('attempt-not-found')] = await ownAttempt(ctx.db, ctx.user.id, uid)
  const exam = await examById(ctx.db, attempt.examId)
  const now = ctx.clock.now()
  const analysis = analysisFor(exam, attempt.state !== 'running', now)
  // The analysis stays hidden while another open exam has the same questions. Once this exam has ended and released it,
  // a later exam with the same questions does not hide it again.
  const again = analysis.allowed && !hasEnded(exam, now) && (await asksAgain(ctx, exam, now))
  return { attempt, exam, analysis: again ? askedElsewhere : analysis }
}

const askedElsewhere = {
  allowed: false,
  msg: '这份试卷里有题正用于另一场考试，那场考试结束后可以查看答案和解析',
  availableAt: null,
}

async function asksAgain(ctx: Ctx<'user'>, exam: ExamRow, now: number): Promise<boolean> {
  const { versions } = await paperOf(ctx, exam)
  const questionIds = versions.map(({ questionId }) => questionId)
  return (await embargoedQuestions(ctx.db, questionIds, now, exam.id)).size > 0
}

export async function showExam(ctx: Ctx<'user'>, uid: string) {
  const { db, clock, config } = ctx
  const now = clock.now()
  const { attempt, exam, analysis } = await findSubmittedAttempt(ctx, uid)
  if (attempt.state === 'running') fail('exam-running')
  const scored = attempt.scoreState !== 'scoring'
  const tellVerdicts = scored && (analysis.allowed || hasEnded(exam, now))
  const paper = formOf(await paperOf(ctx, { ...exam, paperVersion: exam.paperVersion }), attempt.seed)
  const answers = tellVerdicts ? await answersOf(db, attempt.rowId) : null
  const site = answers ? await siteAnswersOf(db, paper.versions) : undefined
  const results = answers && resultsOf(answers, attempt, { exam, paper, site }, config.secret, now)
  const extras = await extrasOf(db, attempt.rowId)
  return {
    ...attemptSummary(attempt, exam.passScore, now),
    exam: {
      id: exam.uid,
      title: exam.title,
      examination_start: exam.startsAt,
      examination_end: movedTime(exam.endsAt, exam.pausedAt, now),
    },
    maxScore: exam.score / 100,
    passScore: exam.passScore / 100,
    waitingScore: (attempt.waitingScore ?? exam.score) / 100,
    // The total is sent as soon as it is final, so the objective part reveals no more than the total does.
    objective: attempt.scoreState === 'marking' && extras.objective.maxScore > 0 ? extras.objective : null,
    seconds: attempt.submittedAt! - attempt.startedAt! - attempt.pausedSeconds,
    rank: await rankOf(db, exam, attempt, now),
    receipt: attempt.hash === null ? null : receiptOf(attempt, exam),
    leaves: extras.leaves,
    lateSteps: extras.lateSteps,
    retry: now < exam.endsAt && (await mayStartAgain(ctx, exam, now)),
    analysis,
    sheet:
      results?.map(({ question: { id, type }, verdict, score, maxScore }) => ({
        question: id,
        type,
        verdict,
        score,
        maxScore,
      })) ?? null,
    results: analysis.allowed ? results : null,
    ...(results && { numbers: numbersOf(attempt, exam, paper) }),
    ...(await readResultExtras(ctx, { attempt, exam, paper, answers, extras })),
  }
}

async function mayStartAgain({ db, user }: Ctx<'user'>, exam: ExamRow, now: number): Promise<boolean> {
  const tried = await listExamAttempts(db, user.id, [exam.id])
  return permissionFor(await candidate(db, user), exam, tried, now).action === 'start'
}

const answersOf = preparedQuery((db, attemptId: number) =>
  db
    .selectFrom('question_attempts')
    .select(['position', 'answer', 'verdict', 'score', 'detail', 'max_score as maxScore'])
    .where('exam_attempt_id', '=', attemptId)
    .orderBy('position'),
)

type AnswerRow = Awaited<ReturnType<typeof answersOf>>[number]

/** Returns every question as shown, with answer and score, in the student's order. */
function resultsOf(
  rows: AnswerRow[],
  attempt: AttemptRow,
  { exam, paper, site }: { exam: ExamRow; paper: ExamPaper; site?: SiteAnswersOf },
  secret: string,
  now: number,
) {
  const view = viewOf(paper, secret, now)
  const byId = new Map(
    rows.map(({ position, answer, maxScore: _, ...scored }) => {
      const version = paper.versions[position]!
      return [version.uid, scoredQuestion(version, answer, scored satisfies Scored, view, site)]
    }),
  )
  const order = {
    seed: attempt.seed,
    shuffle: { questions: exam.shuffleQuestions, options: exam.shuffleOptions },
    fixed: paper.fixed,
  }
  const shown = arrangePaper(
    paper.shown.map((position) => shownQuestion(paper, paper.versions[position]!, view)),
    order,
  )
  const voided = new Set([...paper.voided].map((position) => paper.versions[position]!.uid))
  return shown.flatMap((question) => {
    const result = voided.has(question.id) ? undefined : byId.get(question.id)
    return result ? [{ ...result, question }] : []
  })
}

/** Numbers of all questions, on the student's paper and on the composed one. */
function numbersOf(
  { seed }: AttemptRow,
  { shuffleQuestions, shuffleOptions }: ExamRow,
  { versions, shown }: ExamPaper,
) {
  const shuffle = { questions: shuffleQuestions, options: shuffleOptions }
  const numbers = numbersOnPaper(
    shown.map((position) => ({ id: versions[position]!.uid, type: versions[position]!.body.type })),
    { seed, shuffle },
  )
  return shown.map((position) => {
    const { uid } = versions[position]!
    return { question: uid, own: numbers.get(uid)!, paper: position + 1 }
  })
}

/** Rank of the student's best final score; only after the end. */
async function rankOf(db: Db, exam: ExamRow, attempt: AttemptRow, now: number) {
  if (!exam.rank || !hasEnded(exam, now) || attempt.scoreState !== 'scored') return null
  const [rank] = await selectRank(db, exam.id, attempt.userId)
  return rank!
}

const selectRank = preparedSql(
  (examId: number, userId: number) => sql<{ place: number; of: number }>`
    with best as (
      select user_id, max(score) as score from exam_attempts
      where exam_id = ${examId} and score_state = 'scored' group by user_id
    )
    select (select count(*) from best b where b.score > mine.score) + 1 as place, (select count(*) from best) as of
    from best mine where mine.user_id = ${userId}`,
)

export function leavesOf(db: Db, attemptId: number) {
  return db
    .selectFrom('exam_leaves')
    .select(['at', 'seconds'])
    .where('attempt_id', '=', attemptId)
    .orderBy('epoch')
    .orderBy('seq')
    .execute()
}

export function countLate(db: Db, attemptId: number): Promise<number> {
  return countRows(db.selectFrom('exam_steps').where('attempt_id', '=', attemptId).where('fate', '!=', 'counted'))
}

/** Started attempts, newest first. */
export function recordsOf(db: Db, userId: number, exam?: string) {
  const query = db
    .selectFrom('exam_attempts as a')
    .innerJoin('exams as e', 'e.id', 'a.exam_id')
    .select([
      'a.uid as id',
      'a.number',
      'a.state',
      'a.started_at as startedAt',
      'a.deadline_at as deadlineAt',
      'a.paused_at as pausedAt',
      'a.submitted_at as submittedAt',
      'a.score_state as scoreState',
      'a.score',
      'e.uid as examUid',
      'e.title',
      'e.score as examScore',
      'e.pass_score as passScore',
      sql<number>`(select count(*) from exam_leaves l where l.attempt_id = a.id)`.as('leaves'),
    ])
    .where('a.user_id', '=', userId)
    .where('a.state', '!=', 'prepared')
  return exam ? query.where('e.uid', '=', exam) : query
}
