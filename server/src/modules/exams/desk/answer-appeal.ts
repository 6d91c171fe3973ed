import { randomUUID } from 'node:crypto'
import type { examRegrade } from '@dxx/contract/calls/staff/exam-regrade'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { fail } from '../../../base/refusal'
import type { Config } from '../../../config'
import type { Handlers } from '../../../context'
import type { Db } from '../../../db/connection'
import { notify } from '../../messages/public'
import { lockExam } from '../../questions/public'
import { examScope } from '../../staff/public'
import { assigneeWorks, closeWork } from '../../work/public'
import { addGrade, deriveScore } from '../grades'
import { paperOf } from '../papers'
import { readAppeals } from './appeal-list'
import { type Graded, gradedParts, readSetups } from './grading-setup'
import { questionName } from './question-briefs'

interface Row {
  rowId: number
  state: string
  attemptId: number
  attemptUid: string
  userId: number
  position: number
  examId: number
  seed: Buffer
  title: string
}

/** Context of an answer: a staff member and their scope, or the command line (`by` is null). */
interface Answering {
  db: Db
  rootDb: Db
  config: Pick<Config, 'secret'>
  now: number
  by: number | null
  /** Condition on the exam `e`. */
  where: RawBuilder<boolean>
}

async function lockAppeal({ db, where }: Answering, uid: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select p.id as "rowId", p.state, a.id as "attemptId", a.uid as "attemptUid", a.user_id as "userId", p.position,
      e.id as "examId", e.seed, e.title
    from exam_appeals p join exam_attempts a on a.id = p.attempt_id join exams e on e.id = a.exam_id
    where p.uid = ${uid}::uuid and ${where} for update of p`.execute(db)
  return rows[0] ?? fail('appeal-not-found')
}

/** Rejects if another staff member has taken the appeal in the work queue. */
async function refuseTaken({ db, by, now }: Answering, { rowId }: Row): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select u.nickname as name from work_items w join users u on u.id = w.assignee_id
    where w.kind = 'appeal' and w.subject_id = ${rowId} and w.closed_at is null
      and w.assignee_id is distinct from ${by}::bigint and ${assigneeWorks(now)} for update of w`.execute(db)
  if (rows[0])
    fail('work-taken', {
      msg: `${rows[0].name} 正在处理这份申请，要由你答复请先在工作台转给自己`,
      data: { assignee: rows[0].name },
    })
}

interface NewScore {
  part: number
  score: number
  comment: string
  /** Met rubric points; undefined: those of the last grade. */
  points: number[] | undefined
}

/** Adds a decisive grade, which overrides all earlier grades. Returns whether the score of the answer changed. */
async function changeScore(ctx: Answering, row: Row, change: NewScore): Promise<boolean> {
  const { part, score, comment } = change
  const paper = await paperOf(ctx, { id: row.examId, seed: row.seed })
  const graded = gradedParts(paper).find((one) => one.position === row.position && one.part === part)
  if (!graded) fail('grade-refused', { msg: '这道题由系统评分，请用改评分（接受更多答案、送分或作废）' })
  const hundredths = Math.round(score * 100)
  if (hundredths > graded.rubric.score)
    fail('grade-refused', { msg: `得分要在 0 到 ${graded.rubric.score / 100} 之间` })
  await lockExam(ctx.db, row.attemptId)
  const before = await scoreOf(ctx.db, row)
  const grade = {
    key: randomUUID(),
    score: hundredths,
    ...(await metPoints(ctx.db, row.examId, graded, { answerId: before.id, points: change.points })),
    comment,
    decisive: true,
    by: ctx.by,
  }
  await addGrade(ctx.db, before.id, part, grade, ctx.now)
  await deriveScore(ctx.db, before.id, part, ctx.now, { appeal: true })
  return (await scoreOf(ctx.db, row)).score !== before.score
}

/** Rubric and met points of the new grade, so that the student still sees which points were given. */
async function metPoints(db: Db, examId: number, graded: Graded, change: { answerId: number; points?: number[] }) {
  const { rubric } = (await readSetups(db, examId))(graded)
  const current = rubric.map(({ score, html }) => ({ score: Math.round(score * 100), html }))
  if (change.points) {
    if (change.points.some((point) => point >= rubric.length))
      fail('grade-refused', { msg: '评分点已经改过，请重新选' })
    return { points: [...new Set(change.points)].sort((a, b) => a - b), rubric: current }
  }
  const last = await db
    .selectFrom('exam_grades')
    .select(['points', 'rubric'])
    .where('question_attempt_id', '=', change.answerId)
    .where('part', '=', graded.part)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { points: last?.points ?? [], rubric: last?.rubric ?? (last ? current : []) }
}

const scoreOf = (db: Db, { attemptId, position }: Row) =>
  db
    .selectFrom('question_attempts')
    .select(['id', 'score'])
    .where('exam_attempt_id', '=', attemptId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()

type AnswerInput = z.output<(typeof examRegrade)['POST /staff/v1/appeal_answer']['input']>

/** Answers an appeal and notifies the student. */
export async function answerAppealAs(ctx: Answering, { id, answer, score, part, points, changed }: AnswerInput) {
  const { db, now } = ctx
  const row = await lockAppeal(ctx, id)
  if (row.state !== 'open') fail('appeal-answered')
  await refuseTaken(ctx, row)
  const scored =
    score !== undefined && (await changeScore(ctx, row, { part: part ?? 0, score, comment: answer, points }))
  const state = scored || changed ? 'changed' : 'kept'
  await db
    .updateTable('exam_appeals')
    .set({ state, answer, answered_at: now, answered_by: ctx.by })
    .where('id', '=', row.rowId)
    .execute()
  await closeWork(ctx.db, 'appeal', row.rowId, now)
  const { appeal } = (await readAppeals(db, sql<boolean>`p.id = ${row.rowId}`, 1))[0]!
  const verdict = state === 'changed' ? `得分有调整，现在 ${appeal.score} / ${appeal.maxScore} 分` : '维持原来的得分'
  const { versions } = await paperOf(ctx, { id: row.examId, seed: row.seed })
  const body = `《${row.title}》你的第 ${appeal.ownNumber} 题，${questionName(versions[row.position]!)}的复核有答复：${verdict}。${answer}`
  const link = `pages/exam/result?id=${row.attemptUid}`
  await notify(db, { userId: row.userId, kind: 'study', title: '成绩复核已答复', body, link }, now)
  return appeal
}

export const answerAppeal: Handlers<typeof examRegrade>['POST /staff/v1/appeal_answer'] = async (ctx, input) => {
  const { db, rootDb, config, staff, user, clock } = ctx
  const where = examScope(staff, 'exam.manage', 'e')
  const appeal = await answerAppealAs({ db, rootDb, config, where, now: clock.now(), by: user.id }, input)
  ctx.audit({
    target: { kind: 'exam_appeal', id: input.id, name: appeal.exam.title },
    after: { state: appeal.state, score: input.score ?? null },
    reason: input.answer,
  })
  return appeal
}
