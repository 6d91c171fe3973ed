import { randomUUID } from 'node:crypto'
import type { StudentCallName } from '@dxx/contract/calls'
import type { Db } from '../../../server/src/db/connection'
import { buildSignedRequest } from '../bench/open-loop'
import type { ExamLoad, Send } from '../load/exam-students'
import type { Sender } from '../load/sender'

/** An action of a user. */
export type Task = (sender: Sender) => Promise<unknown>

/** Returns a function that sends calls with a token and measures them. */
export const measuredSend =
  (sender: Sender, base: string, token: string): Send =>
  (name, input) => {
    const query = name.startsWith('GET ')
    const payload = query ? String(new URLSearchParams(input as Record<string, string>)) : JSON.stringify(input)
    return sender.send(buildSignedRequest(base, token, name, payload))
  }

const asGuest: StudentCallName[] = [
  'GET /v1/course_index',
  'GET /v1/course_list',
  'GET /v1/textbooks_index',
  'GET /v1/ebook_list',
  'GET /v130/category',
]

export const browsingTasks = (base: string, count: number): Task[] =>
  Array.from(
    { length: count },
    (_, i) => (sender) => sender.send(buildSignedRequest(base, '', asGuest[i % asGuest.length]!, '')),
  )

export async function readingTasks(db: Db, base: string, { tokens }: ExamLoad, count: number): Promise<Task[]> {
  const chapters = await db
    .selectFrom('chapters as ch')
    .innerJoin('curricula as c', 'c.id', 'ch.curriculum_id')
    .select('ch.uid')
    .where('c.kind', '=', 'textbook')
    .where('c.published', '=', true)
    .where('ch.free', '=', true)
    .where('ch.kind', '=', 'text')
    .where('ch.removed_at', 'is', null)
    .execute()
  return Array.from({ length: count }, (_, i) => (sender) => {
    const query = `id=${chapters[i % chapters.length]!.uid}`
    return sender.send(buildSignedRequest(base, tokens[i % tokens.length]!, 'GET /v1/textbooks_view_chapter', query))
  })
}

/** Users who buy the item of this number, one user after another. */
export async function buyingTasks(
  db: Db,
  base: string,
  { tokens }: ExamLoad,
  count: number,
  itemNumber = 0,
): Promise<Task[]> {
  const item = await db
    .selectFrom('curricula')
    .select('uid')
    .where('published', '=', true)
    .where('pay_cents', '>', 0)
    .orderBy('id')
    .offset(itemNumber)
    .limit(1)
    .executeTakeFirstOrThrow()
  const post = (token: string, name: StudentCallName, input: object) => {
    const shot = buildSignedRequest(base, token, name, JSON.stringify(input))
    return { ...shot, headers: { ...shot.headers, 'idempotency-key': randomUUID() } }
  }
  return tokens.slice(0, count).map((token) => async (sender) => {
    const order = await sender.send(post(token, 'POST /v1/order_create', { curriculumId: item.uid }))
    const payment = await sender.send(post(token, 'POST /v1/order_pay', { id: order.data.id, channel: 'test' }))
    await sender.send(post(token, 'POST /v1/test_cashier', { no: payment.data.no, outcome: 'pay' }))
  })
}

export const codeRunTasks = (base: string, { tokens }: ExamLoad, count: number): Task[] =>
  Array.from({ length: count }, (_, i) => (sender) => {
    const input = { language: 'python', source: `print(sum(range(${i})))` }
    return sender.send(buildSignedRequest(base, tokens[i % tokens.length]!, 'POST /v1/runcode', JSON.stringify(input)))
  })
