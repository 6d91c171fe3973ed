import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { openWork } from '../work/public'
import { formOf, paperOf } from './papers'
import type { AttemptRow, ExamRow } from './queries'
import { hasEnded } from './rules'

/** Students may appeal for this long after the exam closed or they were notified of the score, whichever is later. */
const appealSeconds = 14 * 86_400
/** Maximum number of answered appeals per attempt and question. */
const mostPerQuestion = 3

/** Whether a student may appeal: the score is final, the exam has ended and the appeal period is not over. */
export const mayAppeal = (attempt: AttemptRow, exam: ExamRow, now: number) =>
  attempt.scoreState === 'scored' &&
  hasEnded(exam, now) &&
  now <= Math.max(exam.closesAt, attempt.toldAt ?? 0) + appealSeconds

export interface Appeal {
  question: string
  reason: string
  at: number
  state: 'open' | 'kept' | 'changed'
  answer: string
  answeredAt: number | null
}

export const selectAppeals = (attemptId: number) => sql<Appeal>`
    select q.uid as question, p.reason, p.created_at as at, p.state, p.answer, p.answered_at as "answeredAt"
    from exam_appeals p join exam_attempts a on a.id = p.attempt_id
      join exam_questions k on k.exam_id = a.exam_id and k.position = p.position
      join questions q on q.id = k.question_id
    where p.attempt_id = ${attemptId} order by p.id`

/** Adds the appeal to the staff work queue, where it stays until it is answered. */
export async function openAppealWork(tx: Db, appealId: number, now: number): Promise<void> {
  const { rows } = await sql<{ userId: number; schoolId: number; title: string; number: number }>`
    select a.user_id as "userId", e.school_id as "schoolId", e.title, p.position + 1 as number
    from exam_appeals p join exam_attempts a on a.id = p.attempt_id join exams e on e.id = a.exam_id
    where p.id = ${appealId}`.execute(tx)
  const { title, number, ...who } = rows[0]!
  await openWork(tx, { kind: 'appeal', subjectId: appealId, ...who, title: `第 ${number} 题 · ${title}` }, now)
}

interface NewAppeal {
  attempt: AttemptRow
  exam: ExamRow
  question: string
  reason: string
}

/** Stores an appeal. If an open appeal of the same question exists, only its reason is replaced. */
export async function appeal(ctx: Ctx<'user'>, { attempt, exam, question, reason }: NewAppeal) {
  const now = ctx.clock.now()
  if (!mayAppeal(attempt, exam, now)) fail('appeal-refused', { msg: '成绩公布后的 14 天内可以申请复核' })
  const { positions } = formOf(await paperOf(ctx, exam), attempt.seed)
  const position = positions.get(question) ?? fail('question-not-found')
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from exam_appeals
    where attempt_id = ${attempt.rowId} and position = ${position} and state <> 'open'`.execute(ctx.db)
  if (rows[0]!.count >= mostPerQuestion) fail('appeal-refused', { msg: '这道题已经多次答复，请直接联系老师' })
  const { rows: saved } = await sql<{ id: number }>`
    insert into exam_appeals (attempt_id, position, reason, created_at)
    values (${attempt.rowId}, ${position}, ${reason}, ${now}::bigint)
    on conflict (attempt_id, position) where state = 'open' do update set reason = excluded.reason
    returning id`.execute(ctx.db)
  await openAppealWork(ctx.db, saved[0]!.id, now)
  return { appeals: (await selectAppeals(attempt.rowId).execute(ctx.db)).rows }
}
