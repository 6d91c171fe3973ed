import type { examResults } from '@dxx/contract/calls/staff/exam-results'
import { numbersOnPaper } from '@dxx/contract/rules/exam-order'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import { answerText, inAuthoredOrder, scoredQuestion } from '../../../questions/present'
import type { Given, Scored } from '../../../questions/rubric'
import { examScope } from '../../staff/public'
import { gradesForStaff } from '../answer-grades'
import { formOf, paperOf, rulingsOf, viewOf } from '../papers'
import { countLate, leavesOf } from '../results'
import { correctionsOf } from '../score-corrections'
import { examInScope, type StaffCtx } from './access'

interface Row {
  id: number
  seed: Buffer
  attemptSeed: number
  shuffle: boolean
  examUid: string
  examId: number
  title: string
  full: number
  state: 'running' | 'submitted' | 'closed'
  scoreState: string | null
  score: number | null
  startedAt: number
  submittedAt: number | null
  name: string
  number: string
  class: string
}

async function attemptInScope({ db, staff }: StaffCtx, uid: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select a.id, e.seed, a.seed as "attemptSeed", e.shuffle_questions as shuffle, e.uid as "examUid", e.id as "examId", e.title, e.score as full, a.state, a.score_state as "scoreState",
      a.score, a.started_at as "startedAt", a.submitted_at as "submittedAt", coalesce(s.name, u.nickname) as name,
      coalesce(s.student_no, '') as number, coalesce(s.class_name, '') as class
    from exam_attempts a join exams e on e.id = a.exam_id join users u on u.id = a.user_id
      left join student_applications s on s.user_id = u.id
    where a.uid = ${uid}::uuid and a.state <> 'prepared' and ${examScope(staff, 'exam.results', 'e')}`.execute(db)
  return rows[0] ?? fail('attempt-not-found')
}

interface Answered {
  position: number
  answer: Given | null
  verdict: Scored['verdict']
  score: number
  detail: Scored['detail']
}

export async function viewAttempt(ctx: StaffCtx, uid: string) {
  const { db, config, clock } = ctx
  const row = await attemptInScope(ctx, uid)
  const paper = formOf(await paperOf(ctx, { id: row.examId, seed: row.seed }), row.attemptSeed)
  const view = viewOf(paper, config.secret, clock.now())
  const rulings = await rulingsOf(db, row.examId)
  const { rows: answers } = await sql<Answered>`
    select q.position, q.answer, q.verdict, q.score, q.detail from question_attempts q
    where q.exam_attempt_id = ${row.id} order by q.position`.execute(db)
  const { rows: changes } = await sql<{ position: number; at: number; before: number; after: number; reason: string }>`
    select position, at, before, after, reason from (
      select r.position, c.at, r.id, c.before, c.after, r.reason from exam_score_changes c
      join exam_regrades r on r.id = c.regrade_id where c.attempt_id = ${row.id}
      union all select position, at, id, before, after, reason from (${correctionsOf(row.id)}) m
    ) changes order by at, id`.execute(db)
  const grades = await gradesForStaff(db, row.id, row.examId, paper)
  const numbers = numbersOnPaper(
    paper.shown.map((position) => ({ id: paper.versions[position]!.uid, type: paper.versions[position]!.body.type })),
    { seed: row.attemptSeed, shuffle: { questions: row.shuffle, options: false } },
  )
  return {
    student: { name: row.name, number: row.number, class: row.class },
    exam: { id: row.examUid, title: row.title },
    state: row.state,
    score: row.scoreState === 'scored' ? row.score! / 100 : null,
    maxScore: row.full / 100,
    startedAt: row.startedAt,
    submittedAt: row.submittedAt,
    leaves: await leavesOf(db, row.id),
    lateSteps: await countLate(db, row.id),
    questions: answers.map(({ position, answer, ...scored }) => {
      const version = paper.versions[position]!
      const result = scoredQuestion(version, answer, scored satisfies Scored, view)
      return {
        number: position + 1,
        ruling: rulings.get(position)?.kind ?? null,
        result: { ...result, question: inAuthoredOrder(version, result.question, view) },
        ownNumber: numbers.get(version.uid)!,
        grades: grades.filter((one) => one.position === position).map(({ grade }) => grade),
        history: changes
          .filter((change) => change.position === position)
          .map(({ at, before, after, reason }) => ({ at, before: before / 100, after: after / 100, reason })),
      }
    }),
  }
}

export const questionAnswers: Handlers<typeof examResults>['GET /staff/v1/exam_question_answers'] = async (
  ctx,
  input,
) => {
  const { exam: uid, question, verdict, after, limit } = input
  if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
  const exam = await examInScope(ctx, uid, 'exam.results')
  const position = (await paperOf(ctx, exam)).positions.get(question) ?? fail('question-not-found')
  const from = sql`from question_attempts q join exam_attempts a on a.id = q.exam_attempt_id
    join users u on u.id = a.user_id left join student_applications s on s.user_id = u.id
    where a.exam_id = ${exam.id} and q.position = ${position}
      and (${verdict ?? null}::text is null or q.verdict = ${verdict ?? null})`
  const { rows } = await sql<{
    rowId: number
    attempt: string
    name: string
    number: string
    verdict: Scored['verdict']
    score: number
    answer: Given | null
  }>`
    select q.id as "rowId", a.uid as attempt, coalesce(s.name, u.nickname) as name, coalesce(s.student_no, '') as number,
      q.verdict, q.score, q.answer ${from} and q.id > ${after ?? 0}::bigint order by q.id limit ${limit + 1}`.execute(
    ctx.db,
  )
  const { rows: total } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(ctx.db)
  const page = rows.slice(0, limit)
  return {
    list: page.map(({ rowId: _, answer, score, ...row }) => ({ ...row, score: score / 100, text: answerText(answer) })),
    next: rows.length > limit ? String(page.at(-1)!.rowId) : null,
    total: total[0]!.count,
  }
}
