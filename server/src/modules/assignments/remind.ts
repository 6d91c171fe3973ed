import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { studentIdsOf } from '../classes/public'
import { notifyAll } from '../messages/public'
import { itemProgress } from './item-progress'

/** Seconds before the end at which students with items left are reminded. */
const aheadSeconds = 86_400

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

/** Takes one assignment whose message is due; each is taken once, with any number of servers. */
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

/** Students of an assignment with items left. */
async function studentsWithWork(tx: Db, { id, classes }: Due): Promise<number[]> {
  const done = await itemProgress(tx, { assignmentIds: [id] })
  const left = new Set(done.filter(({ doneAt }) => doneAt === null).map(({ userId }) => userId))
  return (await studentIdsOf(tx, classes)).filter((userId) => left.has(userId))
}

async function announceOne(tx: Db, now: number): Promise<boolean> {
  const due = await takeDue(tx, 'announced_at', now)
  if (!due) return false
  // An assignment that was set after its end needs no message.
  if (due.due_at > now) {
    const body = `《${due.title}》，${formatChineseTime(due.due_at)} 前完成。`
    const notice = { kind: 'study' as const, title: '有新的作业', body, link: assignmentLink(due.uid) }
    await notifyAll(tx, await studentIdsOf(tx, due.classes), notice, now)
  }
  return true
}

async function remindOne(tx: Db, now: number): Promise<boolean> {
  const due = await takeDue(tx, 'reminded_at', now)
  if (!due) return false
  // Short homework was announced within the last day, so its students are not told twice.
  if (due.due_at > now && due.due_at - due.starts_at > aheadSeconds) {
    const body = `《${due.title}》将在 ${formatChineseTime(due.due_at)} 截止，你还没有做完。`
    const notice = { kind: 'study' as const, title: '作业快截止了', body, link: assignmentLink(due.uid) }
    await notifyAll(tx, await studentsWithWork(tx, due), notice, now)
  }
  return true
}

/** Tells students of new homework and reminds those who have not finished, once each. */
export async function remindOfAssignments(db: Db, now: number): Promise<void> {
  while (await inTransaction(db, (tx) => announceOne(tx, now)));
  while (await inTransaction(db, (tx) => remindOne(tx, now)));
}
