import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { inTransaction } from '../../db/transaction'
import { notifyAll } from '../messages/public'
import { newSeed } from '../questions/public'
import {
  announcement,
  type ExamPlan,
  PlanError,
  type Resolved,
  resolvePlan,
  setClasses,
  setPaper,
  studentIds,
} from './publish'
import { examLink } from './remind'

/** Changes to a published exam that are allowed until the first student starts it. */

/** Columns that are reset, so that reminders and closing run again for the new times. */
const newTimes = {
  reminded_at: null,
  finished_at: null,
  extension: 0,
  paused_at: null,
  pause_reason: null,
  ended_early_at: null,
}

/**
 * Locks an exam that has no started attempt until the transaction ends. The row lock blocks new attempts (by their
 * foreign key); prepared attempts are recreated, so that a start that waits for the lock finds its row deleted and
 * reads the exam again.
 */
async function lockUnstarted(tx: Db, slug: string) {
  const exam = await tx.selectFrom('exams').selectAll().where('slug', '=', slug).forUpdate().executeTakeFirst()
  if (!exam) throw new PlanError(`没有考试 ${slug}，exams list 列出全部考试`)
  const prepared = await tx
    .deleteFrom('exam_attempts')
    .where('exam_id', '=', exam.id)
    .where('state', '=', 'prepared')
    .returning(['user_id', 'number', 'seed', 'extension'])
    .execute()
  const count = await countRows(tx.selectFrom('exam_attempts').where('exam_id', '=', exam.id))
  if (count > 0) throw new PlanError(`已经有 ${count} 人开始作答，不能再改；要加时间请用延时`)
  // Extensions of single students are preserved.
  const extended = prepared.filter(({ extension }) => extension > 0)
  if (extended.length > 0)
    await tx
      .insertInto('exam_attempts')
      .values(extended.map((row) => ({ ...row, exam_id: exam.id, state: 'prepared' as const })))
      .execute()
  return exam
}

type Locked = Awaited<ReturnType<typeof lockUnstarted>>

/** Sets the closing time of an exam: the latest extended deadline of running attempts and of attempts yet to start. */
export const setClosing = (tx: Db, examId: number) =>
  sql`
    update exams e set closes_at = e.ends_at + e.extension + coalesce((
      select max(a.extension) from exam_attempts a where a.exam_id = e.id
        and (a.state in ('prepared', 'running') or a.number < e.attempts_allowed)), 0)
    where e.id = ${examId}`.execute(tx)

/** Withdraws an exam, releases its questions and sends students the reason. Returns the number of notified students. */
export function withdrawExam(db: Db, slug: string, reason: string, now: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const exam = await lockUnstarted(tx, slug)
    if (exam.withdrawn_at !== null) throw new PlanError('考试已经撤回了')
    await tx
      .updateTable('exams')
      .set({ withdrawn_at: now, withdrawn_reason: reason })
      .where('id', '=', exam.id)
      .execute()
    const students = await studentIds(tx, exam.id)
    const body = `原定 ${formatChineseTime(exam.starts_at)} 开始的《${exam.title}》已撤回：${reason}`
    await notifyAll(tx, students, { kind: 'study', title: '考试已撤回', body }, now)
    return students.length
  })
}

interface NewTimes {
  startsAt: number
  endsAt?: number
  /** Shown to students. */
  reason?: string
}

const because = (reason: string | undefined) => (reason ? `原因：${reason}` : '')

/** Moves an exam; without a new end it keeps its length. Returns the new times and the number of notified students. */
export function rescheduleExam(db: Db, slug: string, times: NewTimes, now: number) {
  return inTransaction(db, async (tx) => {
    const exam = await lockUnstarted(tx, slug)
    if (exam.withdrawn_at !== null)
      throw new PlanError('考试已经撤回了，不能改时间；请复制为新考试，或修改试卷后重新发布')
    const { startsAt } = times
    const endsAt = times.endsAt ?? startsAt + exam.ends_at - exam.starts_at
    if (endsAt <= startsAt) throw new PlanError('结束时间要晚于开始时间')
    if (startsAt < now) throw new PlanError('新的开始时间已经过去了')
    await tx
      .updateTable('exams')
      .set({ ...newTimes, starts_at: startsAt, ends_at: endsAt })
      .where('id', '=', exam.id)
      .execute()
    await setClosing(tx, exam.id)
    const students = await studentIds(tx, exam.id)
    const body = `《${exam.title}》改为 ${formatChineseTime(startsAt)} 开始，${formatChineseTime(endsAt)} 结束（原定 ${formatChineseTime(exam.starts_at)} 开始）。${because(times.reason)}`
    await notifyAll(tx, students, { kind: 'study', title: '考试时间有变', body, link: examLink(exam.uid) }, now)
    return { title: exam.title, startsAt, endsAt, students: students.length }
  })
}

/**
 * Replaces the plan of a published or withdrawn exam. Links to the exam stay valid. Students who gain, keep or lose the
 * exam are notified accordingly. Returns the number of its students.
 */
export function correctExam(db: Db, plan: ExamPlan, now: number, reason?: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const exam = await lockUnstarted(tx, plan.slug)
    return replaceExam(tx, exam, await resolvePlan(tx, plan), now, reason)
  })
}

/** Same as correctExam for a resolved draft. */
export async function correctBySlug(tx: Db, slug: string, resolved: Resolved, now: number, reason?: string) {
  return replaceExam(tx, await lockUnstarted(tx, slug), resolved, now, reason)
}

async function replaceExam(tx: Db, exam: Locked, resolved: Resolved, now: number, reason?: string): Promise<number> {
  const { classIds, paper, row } = resolved
  const before = new Set(exam.withdrawn_at === null ? await studentIds(tx, exam.id) : [])
  // A new seed invalidates the papers cached by servers.
  await tx
    .updateTable('exams')
    .set({ ...row, ...newTimes, seed: newSeed(), options_as_written: true, withdrawn_at: null, withdrawn_reason: null })
    .where('id', '=', exam.id)
    .execute()
  await tx.deleteFrom('exam_rulings').where('exam_id', '=', exam.id).execute()
  await setPaper(tx, exam.id, paper)
  await setClasses(tx, exam.id, classIds)
  await setClosing(tx, exam.id)
  const after = await studentIds(tx, exam.id)
  const current = new Set(after)
  const news = announcement(resolved, exam.uid)
  const added = after.filter((id) => !before.has(id))
  const still = after.filter((id) => before.has(id))
  const removedStudents = [...before].filter((id) => !current.has(id))
  await notifyAll(tx, added, news, now)
  const corrected = `《${row.title}》有修改：${formatChineseTime(row.starts_at)} 开始，${formatChineseTime(row.ends_at)} 结束，共 ${row.question_count} 题，请重新查看考试说明。${because(reason)}`
  await notifyAll(tx, still, { ...news, title: '考试有修改', body: corrected }, now)
  const withdrawn = `《${exam.title}》不再面向你的班级。${because(reason)}`
  await notifyAll(tx, removedStudents, { kind: 'study', title: '考试已撤回', body: withdrawn }, now)
  return after.length
}
