import { randomUUID } from 'node:crypto'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { clientAt, pause, type VerifyEnvironment } from '../environment'
import { emptySave, type Send, saveOf, sendAs, startAttempt } from '../load/exam-students'

/** Pause between two users, so that the users last until the end of the scenario. */
const betweenMs = 1500

type Answer = { code: number; data: Record<string, unknown> }

/**
 * Sends a call until it returns a result or a refusal. After a lost response it sends the call again with the same key.
 */
export async function untilAnswered(running: () => boolean, send: () => Promise<Answer>): Promise<Answer | null> {
  while (running()) {
    const answer = await send().catch(() => null)
    if (answer && (answer.code === 1 || answer.data?.error !== 'overloaded')) return answer
    await pause(100)
  }
  return null
}

/** Users who buy one item each, one user after another, spread over the time of the scenario. */
export function startBuying(environment: VerifyEnvironment, item: string, tokens: string[], at: () => string) {
  /** Numbers of orders that the server has shown as paid. */
  const paid: string[] = []
  const refused: string[] = []
  let isRunning = true
  const running = () => isRunning
  const buy = async (token: string): Promise<void> => {
    const post = (name: 'POST /v1/order_create' | 'POST /v1/order_pay' | 'POST /v1/test_cashier', input: object) => {
      const key = randomUUID()
      return untilAnswered(running, () => clientAt(at(), token).send(name, input, { key }))
    }
    const order = await post('POST /v1/order_create', { curriculumId: item })
    if (!order) return
    if (order.code !== 1) return void refused.push(JSON.stringify(order))
    const { id } = order.data
    while (isRunning) {
      const payment = await post('POST /v1/order_pay', { id, channel: 'test' })
      // A refusal may mean that the previous payment succeeded although its response was lost; the state of the order
      // decides.
      if (payment?.code === 1) await post('POST /v1/test_cashier', { no: payment.data.no, outcome: 'pay' })
      const info = await untilAnswered(running, () => clientAt(at(), token).send('GET /v130/order_info', { id }))
      if (info?.code === 1 && info.data.status === orderStatus.done) return void paid.push(String(id))
      await pause(200)
    }
  }
  const work = (async () => {
    for (const token of tokens) {
      if (!isRunning) return
      await buy(token)
      await pause(betweenMs)
    }
  })()
  const stop = async () => {
    isRunning = false
    await work
  }
  environment.onEnd(stop)
  return { paid, refused, stop }
}

/**
 * Counts orders that the server showed as paid but that are not, and orders or entitlements that were paid or granted
 * twice.
 */
export async function purchasesIn(db: Db, paid: string[]): Promise<{ lost: number; doubled: number }> {
  const { rows } = await sql<{ lost: number; doubled: number }>`
    with shown as (select unnest(${paid}::uuid[]) as uid),
    orders_shown as (
      select o.id, o.pay_cents, o.status,
        (select coalesce(sum(m.cents), 0) from money_events m where m.order_id = o.id) as received,
        (select count(*) from payments p where p.order_id = o.id and p.state = 'paid') as payments
      from shown left join orders o on o.uid = shown.uid)
    select count(*) filter (where id is null or status <> ${orderStatus.done} or received < pay_cents)::int as lost,
      count(*) filter (where received > pay_cents or payments > 1)::int as doubled from orders_shown`.execute(db)
  return rows[0]!
}

/** Students who start the exam, save one answer and submit, one student after another. */
export function startHandingIn(environment: VerifyEnvironment, exam: string, tokens: string[], at: () => string) {
  const receipts = new Map<string, string>()
  let isRunning = true
  const running = () => isRunning
  const work = (async () => {
    for (const token of tokens) {
      if (!isRunning) return
      const send: Send = (name, input) => sendAs(at(), token)(name, input).catch(noAnswer)
      const started = await startAttempt(send, exam).catch(() => null)
      if (!started) continue
      await untilAnswered(running, () => send('POST /v1/exam_save', saveOf(started, 1)))
      const receipt = await untilAnswered(running, () => send('POST /v1/exam_submit', emptySave(started)))
      if (receipt?.code === 1) receipts.set(started.attempt, String(receipt.data.hash))
      await pause(betweenMs)
    }
  })()
  const stop = async () => {
    isRunning = false
    await work
  }
  environment.onEnd(stop)
  return { receipts, stop }
}

/** Treated like a server that cannot respond now: the call is sent again. */
const noAnswer = () => ({ code: -1, data: { error: 'overloaded' } })

/** Counts receipts whose attempt is not submitted or has another hash. */
export async function lostReceipts(db: Db, receipts: Map<string, string>): Promise<number> {
  let lost = 0
  for (const [attempt, hash] of receipts) {
    const row = await db
      .selectFrom('exam_attempts')
      .select(['hash', 'submitted_at'])
      .where('uid', '=', attempt)
      .executeTakeFirst()
    if (!row?.submitted_at || row.hash !== hash) lost++
  }
  return lost
}
