import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { buildApp } from '../../app'
import { connect } from '../../db/connection'
import { startWorker } from '../../jobs/worker'
import { startTestApp } from '../../testing/app'
import { Client } from '../../testing/client'
import { silent, testUrl } from '../../testing/database'
import { startAlipaySimulator } from '../../testing/simulators/alipay'
import { simulatedApps, startWechatSimulator } from '../../testing/simulators/wechat'
import { startWechatPaySimulator } from '../../testing/simulators/wechatpay'
import { commerceJobs } from './jobs'
import { ledgerMismatches } from './queries'

export const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0'
export const phone = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile'
export const inWechat = `${phone} MicroMessenger/8.0.50`

interface NewItem {
  priceCents?: number
  percent?: number
  kind?: CurriculumKind
  published?: boolean
}

/** Two servers on one database, with the payment services simulated. They report to the second server. */
export async function startShop({ services = false } = {}) {
  const wechat = services ? await startWechatSimulator() : null
  const server = await startTestApp(
    wechat ? { wechat: { apiUrl: wechat.url, openUrl: wechat.url, ...simulatedApps } } : {},
  )
  const { db, clock, env } = server
  const { config } = env
  const now = () => clock.now()
  const wechatPay = services ? await startWechatPaySimulator({ now }) : null
  const alipay = services ? await startAlipaySimulator({ now }) : null
  config.payment = { ...config.payment, wechat: wechatPay?.settings ?? null, alipay: alipay?.settings ?? null }

  // A pool and a configuration of its own, as another process has them.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const connection = connect(testUrl(inject('pgUrl'), rows[0]!.name), { max: 10, log: silent })
  const secondEnv = { ...env, db: connection.db, config: { ...config } }
  const second = await buildApp(secondEnv)
  await second.listen({ port: 0, host: '127.0.0.1' })
  const secondBase = `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`
  config.publicUrl = secondEnv.config.publicUrl = secondBase

  const worker = startWorker({ db, clock, log: env.log, handlers: commerceJobs(config) })

  return {
    ...server,
    wechatPay: wechatPay!,
    alipay: alipay!,
    wechat: wechat!,
    secondBase,
    /** The same user at the second server. */
    atSecond: (client: Client) => new Client(secondBase, now, client.token),
    /** Runs the jobs that wait. */
    work: () => worker.runDue(),
    async newItem({ priceCents = 9900, percent = 60, kind = 'course', published = true }: NewItem = {}) {
      return db
        .insertInto('curricula')
        .values({
          kind,
          slug: randomUUID(),
          title: '线性代数',
          price_cents: priceCents,
          discount_percent: percent,
          published,
          published_at: now() - 100,
          created_at: now() - 100,
        })
        .returning(['id', 'uid', 'pay_cents'])
        .executeTakeFirstOrThrow()
    },
    /** A buyer with an open order for a new item. */
    async openOrder(user?: { id: number }) {
      const buyer = user ?? (await server.createUser())
      const client = await server.as(buyer)
      const item = await this.newItem()
      const order = await client.call('POST /v1/order_create', { curriculumId: item.uid })
      return { buyer, client, item, order }
    },
    /** The number of the payment that order_pay began, at whatever service. */
    async paymentNo(orderUid: string): Promise<string> {
      const row = await db
        .selectFrom('payments as p')
        .innerJoin('orders as o', 'o.id', 'p.order_id')
        .select('p.no')
        .where('o.uid', '=', orderUid)
        .orderBy('p.id', 'desc')
        .executeTakeFirstOrThrow()
      return row.no
    },
    async rightsOf(userId: number, curriculumId: number) {
      const rows = await db
        .selectFrom('entitlements')
        .select(['source', 'revoked_at'])
        .where('user_id', '=', userId)
        .where('curriculum_id', '=', curriculumId)
        .orderBy('id')
        .execute()
      return rows
    },
    /** What the ledger holds for an order, row by row. */
    async ledgerOf(orderUid: string): Promise<number[]> {
      const { rows } = await sql<{ cents: number }>`
        select m.cents from money_events m join orders o on o.id = m.order_id
        where o.uid = ${orderUid} order by m.id`.execute(db)
      return rows.map(({ cents }) => cents)
    },
    mismatches: () => ledgerMismatches(db),
    async close() {
      await worker.stop()
      await second.close()
      await connection.close()
      await wechatPay?.close()
      await alipay?.close()
      await wechat?.close()
      await server.close()
    },
  }
}

export type TestShop = Awaited<ReturnType<typeof startShop>>

/** Begins a payment at the test cashier and lets it end in some way. */
export async function atCashier(
  client: Client,
  orderId: string,
  outcome: 'pay' | 'fail' | 'close' | 'late' | 'twice',
): Promise<string> {
  const action = await client.call('POST /v1/order_pay', { id: orderId, channel: 'test' })
  if (action.way !== 'cashier') throw new Error('not at the cashier')
  await client.call('POST /v1/test_cashier', { no: action.no, outcome })
  return action.no
}
