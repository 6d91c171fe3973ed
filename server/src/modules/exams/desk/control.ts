import { withoutStop } from '@dxx/contract/rules/format'
import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../../db/connection'
import { inTransaction } from '../../../db/transaction'
import { notifyAll } from '../../messages/public'
import { graceSeconds } from '../../questions/public'
import { PlanError } from '../publish'
import { examLink, studentsOf } from '../remind'
import { setClosing } from '../revise'
import { hasEnded } from '../rules'
import { offlineAfter } from './live'

/** Changes to an exam that students are taking. All functions lock the exam's row first. */

async function lockRunning(tx: Db, examId: number, now: number) {
  const exam = await tx.selectFrom('exams').selectAll().where('id', '=', examId).forUpdate().executeTakeFirstOrThrow()
  if (exam.withdrawn_at !== null) throw new PlanError('考试已经撤回了')
  if (now < exam.starts_at) throw new PlanError('考试还没有开始，可以改时间或撤回')
  if (hasEnded({ closesAt: exam.closes_at, pausedAt: exam.paused_at }, now)) throw new PlanError('考试已经结束了')
  return exam
}

/** Students with an attempt in progress. */
async function studentsInRoom(tx: Db, examId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('exam_attempts')
    .select('user_id')
    .where('exam_id', '=', examId)
    .where('state', '=', 'running')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Students who may take the exam and have not begun. */
async function notStarted(tx: Db, examId: number): Promise<number[]> {
  const rows = await studentsOf(tx, examId)
    .where(
      sql<boolean>`not exists (select from exam_attempts a
        where a.exam_id = ${examId} and a.user_id = u.id and a.state <> 'prepared')`,
    )
    .execute()
  return rows.map(({ id }) => id)
}

/** Stops the clock of an exam and of every attempt in progress. A second pause changes nothing. */
export function pauseExam(db: Db, examId: number, reason: string, now: number) {
  return inTransaction(db, async (tx) => {
    const exam = await lockRunning(tx, examId, now)
    if (exam.paused_at !== null)
      return { since: exam.paused_at, running: (await studentsInRoom(tx, examId)).length, changed: false }
    await tx.updateTable('exams').set({ paused_at: now, pause_reason: reason }).where('id', '=', examId).execute()
    await tx
      .updateTable('exam_attempts')
      .set({ paused_at: now })
      .where('exam_id', '=', examId)
      .where('state', '=', 'running')
      .where('deadline_at', '>=', now - graceSeconds)
      .execute()
    const students = await studentsInRoom(tx, examId)
    const body = `《${exam.title}》已暂停：${withoutStop(reason)}。时间已停住，已作答的内容都在，请不要离开考试页面。`
    await notifyAll(tx, students, { kind: 'study', title: '考试已暂停', body, link: examLink(exam.uid) }, now)
    return { since: now, running: students.length, changed: true }
  })
}

/** Starts the clock again: deadlines of running attempts and the end of the exam move by the length of the pause. */
export function resumeExam(db: Db, examId: number, now: number) {
  return inTransaction(db, async (tx) => {
    const { title, uid, ...resumed } = await goOn(tx, examId, now)
    if (!resumed.wasPaused) return { seconds: 0, moved: 0, endsAt: resumed.endsAt }
    const { seconds, moved, endsAt } = resumed
    const body = `《${title}》继续，截止时间已顺延 ${sayLength(seconds)}，${formatChineseTime(endsAt)} 结束。`
    const students = (await studentsOf(tx, examId).execute()).map(({ id }) => id)
    await notifyAll(tx, students, { kind: 'study', title: '考试继续', body, link: examLink(uid) }, now)
    return { seconds, moved, endsAt }
  })
}

/** Formats a duration, for example 1 分 5 秒. */
function sayLength(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [minutes > 0 && `${minutes} 分`, (rest > 0 || minutes === 0) && `${rest} 秒`].filter(Boolean).join(' ')
}

/** Ends the pause of an exam if it is paused; sends no message. */
async function goOn(tx: Db, examId: number, now: number) {
  const exam = await lockRunning(tx, examId, now)
  const { title, uid } = exam
  if (exam.paused_at === null) return { title, uid, wasPaused: false, seconds: 0, moved: 0, endsAt: exam.ends_at }
  const seconds = Math.max(0, now - exam.paused_at)
  // If an attempt was started at the same moment as the pause, its paused_at may still be null.
  const { rows } = await sql<{ userId: number }>`
      update exam_attempts a set
        deadline_at = a.deadline_at + ${now}::bigint - coalesce(a.paused_at, greatest(a.started_at, ${exam.paused_at}::bigint)),
        paused_seconds = a.paused_seconds + ${now}::bigint
          - coalesce(a.paused_at, greatest(a.started_at, ${exam.paused_at}::bigint)),
        paused_at = null
      where a.exam_id = ${examId} and a.state = 'running'
        and (a.paused_at is not null or a.deadline_at + ${graceSeconds} >= ${exam.paused_at}::bigint)
      returning a.user_id as "userId"`.execute(tx)
  const endsAt = exam.ends_at + seconds
  await tx
    .updateTable('exams')
    .set({ paused_at: null, pause_reason: null, ends_at: endsAt, paused_seconds: exam.paused_seconds + seconds })
    .where('id', '=', examId)
    .execute()
  await setClosing(tx, examId)
  return { title, uid, wasPaused: true, seconds, moved: rows.length, endsAt }
}

/** Ends an exam early: its end and every later deadline become the same time. Saved answers count. */
export function endExam(db: Db, examId: number, end: { minutes: number; reason: string }, now: number) {
  return inTransaction(db, async (tx) => {
    await goOn(tx, examId, now)
    const exam = await lockRunning(tx, examId, now)
    const endsAt = Math.max(now + end.minutes * 60, exam.starts_at + 1)
    if (endsAt >= exam.closes_at) throw new PlanError(`考试本来就在 ${formatChineseTime(exam.closes_at)} 结束`)
    await tx
      .updateTable('exams')
      .set({ ends_at: endsAt, extension: 0, ended_early_at: now, ended_early_reason: end.reason })
      .where('id', '=', examId)
      .execute()
    await sql`
      update exam_attempts set extension = 0,
        deadline_at = case when state = 'running' then least(deadline_at, ${endsAt}::bigint) else deadline_at end
      where exam_id = ${examId}`.execute(tx)
    await setClosing(tx, examId)
    const inRoom = await studentsInRoom(tx, examId)
    const news = { kind: 'study' as const, title: '考试提前结束', link: examLink(exam.uid) }
    const when = `《${exam.title}》提前到 ${formatChineseTime(endsAt)} 结束：${withoutStop(end.reason)}。`
    await notifyAll(tx, inRoom, { ...news, body: `${when}已保存的作答都算数。` }, now)
    const outside = endsAt > now ? '还没有开始的请在这之前进入。' : '你还没有开始，这次不能再进入，有疑问请联系老师。'
    await notifyAll(tx, await notStarted(tx, examId), { ...news, body: `${when}${outside}` }, now)
    return { endsAt, running: inRoom.length }
  })
}

/** Number of these students whose exam page has stopped sending requests. */
async function countOffline(tx: Db, examId: number, userIds: number[], now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from exam_attempts a left join exam_presence p on p.attempt_id = a.id
    where a.exam_id = ${examId} and a.user_id = any(${userIds}::bigint[]) and a.state = 'running'
      and greatest(p.seen_at, a.started_at) < ${now - offlineAfter}::bigint`.execute(tx)
  return rows[0]!.count
}

const mostMessages = 50

interface NewMessage {
  body: string
  /** Null: all students with a running attempt. */
  userIds: number[] | null
  /** Position of the question that the message is about. */
  position: number | null
  by: number | null
}

/** Sends a message to students with a running attempt; their exam pages show it after the next save. */
export function messageRoom(db: Db, examId: number, { body, userIds, position, by }: NewMessage, now: number) {
  return inTransaction(db, async (tx) => {
    await lockRunning(tx, examId, now)
    const sent = await tx.selectFrom('exam_messages').select('id').where('exam_id', '=', examId).execute()
    if (sent.length >= mostMessages) throw new PlanError(`一场考试最多发 ${mostMessages} 条消息`)
    const inRoom = await studentsInRoom(tx, examId)
    const addressed = userIds === null ? inRoom : inRoom.filter((id) => userIds.includes(id))
    if (userIds !== null && addressed.length === 0) throw new PlanError('这些学生都不在考场里')
    const message = await tx
      .insertInto('exam_messages')
      .values({ exam_id: examId, body, user_ids: userIds, position, by_user: by, at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: message.id, students: addressed.length, offline: await countOffline(tx, examId, addressed, now) }
  })
}
