import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { studentIdsOf } from '../classes/public'
import { notifyAll } from '../messages/public'
import { itemProgress } from './item-progress'
import { extensionsOf } from './queries'

/** Seconds before the end at which students with items left are reminded. */
const aheadSeconds = 86_400

/** SQL: whether an assignment or an extension may have a message due. */
export const hasToRemind = (now: number) => sql<boolean>`(
  exists (select from assignments where withdrawn_at is null and starts_at <= ${now}::bigint
    and (announced_at is null or reminded_at is null and due_at <= ${now}::bigint + ${sql.lit(aheadSeconds)}))
  or exists (select from assignment_extensions
    where reminded_at is null and due_at <= ${now}::bigint + ${sql.lit(aheadSeconds)}))`

/** Route of the list of homework, or of one assignment. */
export const assignmentLink = (uid?: string) =>
  uid === undefined ? 'pages/study/assignments' : `pages/study/assignment?id=${uid}`

interface Due {
  id: number
  uid: string
  title: string
  starts_at: number
  due_at: number
  classes: number[]
}

/** Takes one assignment whose message is due; each is taken once, whatever the number of servers. */
async function takeDue(tx: Db, column: 'announced_at' | 'reminded_at', now: number): Promise<Due | undefined> {
  const isDue =
    column === 'announced_at'
      ? sql`a.starts_at <= ${now}::bigint`
      : sql`a.starts_at <= ${now}::bigint and a.due_at <= ${now + aheadSeconds}::bigint`
  const { rows } = await sql<Due>`
    update assignments a set ${sql.ref(column)} = ${now}::bigint
    where a.id = (select a.id from assignments a where ${sql.ref(`a.${column}`)} is null and a.withdrawn_at is null
      and ${isDue} order by a.id limit 1 for update skip locked)
    returning a.id, a.uid, a.title, a.starts_at, a.due_at,
      array(select class_id from assignment_classes k where k.assignment_id = a.id) as classes`.execute(tx)
  return rows[0]
}

/**
 * Students of an assignment with items left. Omits students with an extension, who are reminded before their own
 * deadline.
 */
async function studentsWithWork(tx: Db, { id, classes }: Due): Promise<number[]> {
  const done = await itemProgress(tx, { assignmentIds: [id] })
  const left = new Set(done.filter(({ doneAt }) => doneAt === null).map(({ userId }) => userId))
  const extensionOf = await extensionsOf(tx, [id])
  return (await studentIdsOf(tx, classes)).filter((userId) => left.has(userId) && !extensionOf(id, userId))
}

async function announceOne(tx: Db, now: number): Promise<boolean> {
  const due = await takeDue(tx, 'announced_at', now)
  if (!due) return false
  // An assignment that was created after its end needs no message.
  if (due.due_at > now) {
    const extensionOf = await extensionsOf(tx, [due.id])
    const endOf = (userId: number) => extensionOf(due.id, userId)?.dueAt ?? due.due_at
    const students = await studentIdsOf(tx, due.classes)
    for (const end of new Set(students.map(endOf))) {
      const body = `《${due.title}》，${formatChineseTime(end)} 前完成。`
      const notice = { kind: 'study' as const, title: '有新的作业', body, link: assignmentLink(due.uid) }
      const notified = students.filter((userId) => endOf(userId) === end)
      await notifyAll(tx, notified, notice, now)
    }
  }
  return true
}

async function remindOne(tx: Db, now: number): Promise<boolean> {
  const due = await takeDue(tx, 'reminded_at', now)
  if (!due) return false
  // Short homework was announced less than a day ago, so its students are not notified a second time.
  if (due.due_at > now && due.due_at - due.starts_at > aheadSeconds) {
    const body = `《${due.title}》将在 ${formatChineseTime(due.due_at)} 截止，你还没有做完。`
    const notice = { kind: 'study' as const, title: '作业快截止了', body, link: assignmentLink(due.uid) }
    await notifyAll(tx, await studentsWithWork(tx, due), notice, now)
  }
  return true
}

/** Reminds one student before the end of an extension. */
async function remindExtended(tx: Db, now: number): Promise<boolean> {
  const { rows } = await sql<{ id: number; uid: string; title: string; user_id: number; due_at: number }>`
    update assignment_extensions x set reminded_at = ${now}::bigint from assignments a
    where a.id = x.assignment_id and (x.assignment_id, x.user_id) = (
      select x.assignment_id, x.user_id from assignment_extensions x join assignments a on a.id = x.assignment_id
      where x.reminded_at is null and x.due_at <= ${now + aheadSeconds}::bigint and a.starts_at <= ${now}::bigint
        and a.withdrawn_at is null
      order by x.due_at limit 1 for update of x skip locked)
    returning a.id, a.uid, a.title, x.user_id, x.due_at`.execute(tx)
  const due = rows[0]
  if (!due) return false
  const done = await itemProgress(tx, { assignmentIds: [due.id], userId: due.user_id })
  // No rows: the student has left the class.
  if (due.due_at > now && done.some(({ doneAt }) => doneAt === null)) {
    const body = `《${due.title}》给你延长到 ${formatChineseTime(due.due_at)}，你还没有做完。`
    const notice = { kind: 'study' as const, title: '作业快截止了', body, link: assignmentLink(due.uid) }
    await notifyAll(tx, [due.user_id], notice, now)
  }
  return true
}

/** Notifies students of new homework, and reminds students who have not finished; each once. */
export async function remindOfAssignments(db: Db, now: number): Promise<void> {
  while (await inTransaction(db, (tx) => announceOne(tx, now)));
  while (await inTransaction(db, (tx) => remindOne(tx, now)));
  while (await inTransaction(db, (tx) => remindExtended(tx, now)));
}
