import { randomUUID } from 'node:crypto'
import type { examRegrade } from '@dxx/contract/calls/staff/exam-regrade'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers } from '../../../context'
import type { Db } from '../../../db/connection'
import { notify } from '../../messages/public'
import { lockExam } from '../../questions/public'
import { examScope } from '../../staff/public'
import { addGrade, deriveScore } from '../grades'
import { paperOf } from '../papers'
import type { StaffCtx } from './access'
import { readAppeals } from './appeal-list'
import { gradedParts } from './grading-setup'

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

async function lockAppeal({ db, staff }: StaffCtx, uid: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select p.id as "rowId", p.state, a.id as "attemptId", a.uid as "attemptUid", a.user_id as "userId", p.position,
      e.id as "examId", e.seed, e.title
    from exam_appeals p join exam_attempts a on a.id = p.attempt_id join exams e on e.id = a.exam_id
    where p.uid = ${uid}::uuid and ${examScope(staff, 'exam.manage', 'e')} for update of p`.execute(db)
  return rows[0] ?? fail('appeal-not-found')
}

interface NewScore {
  part: number
  score: number
  comment: string
}

/** Sets another manual score, which decides alone. Returns whether it differs. */
async function changeScore(ctx: StaffCtx, row: Row, { part, score, comment }: NewScore): Promise<boolean> {
  const paper = await paperOf(ctx, { id: row.examId, seed: row.seed })
  const graded = gradedParts(paper).find((one) => one.position === row.position && one.part === part)
  if (!graded) fail('grade-refused', { msg: '这道题由系统评分，请用改评分（改答案、送分或作废）' })
  const hundredths = Math.round(score * 100)
  if (hundredths > graded.rubric.score)
    fail('grade-refused', { msg: `得分要在 0 到 ${graded.rubric.score / 100} 之间` })
  await lockExam(ctx.db, row.attemptId)
  const before = await scoreOf(ctx.db, row)
  const grade = { key: randomUUID(), score: hundredths, points: [], comment, decisive: true, by: ctx.user.id }
  await addGrade(ctx.db, before.id, part, grade, ctx.clock.now())
  await deriveScore(ctx.db, before.id, part, ctx.clock.now())
  return (await scoreOf(ctx.db, row)).score !== before.score
}

const scoreOf = (db: Db, { attemptId, position }: Row) =>
  db
    .selectFrom('question_attempts')
    .select(['id', 'score'])
    .where('exam_attempt_id', '=', attemptId)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()

export const answerAppeal: Handlers<typeof examRegrade>['POST /staff/v1/appeal_answer'] = async (ctx, input) => {
  const { id, answer, score, part, changed } = input
  const row = await lockAppeal(ctx, id)
  if (row.state !== 'open') fail('appeal-answered')
  const scored = score !== undefined && (await changeScore(ctx, row, { part: part ?? 0, score, comment: answer }))
  const state = scored || changed ? 'changed' : 'kept'
  const now = ctx.clock.now()
  await ctx.db
    .updateTable('exam_appeals')
    .set({ state, answer, answered_at: now, answered_by: ctx.user.id })
    .where('id', '=', row.rowId)
    .execute()
  const verdict = state === 'changed' ? '得分有调整' : '维持原来的得分'
  const body = `《${row.title}》第 ${row.position + 1} 题的复核有答复：${verdict}。${answer}`
  const link = `pages/exam/result?id=${row.attemptUid}`
  await notify(ctx.db, { userId: row.userId, kind: 'study', title: '成绩复核已答复', body, link }, now)
  ctx.audit({
    target: { kind: 'exam_appeal', id, name: row.title },
    after: { state, score: score ?? null },
    reason: answer,
  })
  return (await readAppeals(ctx.db, sql<boolean>`p.id = ${row.rowId}`, 1))[0]!.appeal
}
