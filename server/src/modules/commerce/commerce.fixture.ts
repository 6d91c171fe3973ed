import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { createPayments } from '../../adapters/payment/create'
import { buildApp } from '../../app'
import { connect } from '../../db/connection'
import { paymentOptions } from '../../environment'
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
export const phoneUserAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile'
export const inWechat = `${phoneUserAgent} MicroMessenger/8.0.50`

interface NewItem {
  priceCents?: number
  percent?: number
  kind?: CurriculumKind
  published?: boolean
}

/** Starts two servers on one database with simulated payment services, which notify the second server. */
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

  // The second server has its own pool and configuration, as in another process.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const connection = connect(testUrl(inject('pgUrl'), rows[0]!.name), { max: 10, log: silent })
  const secondEnv = { ...env, db: connection.db, config: { ...config } }
  const second = await buildApp(secondEnv)
  await second.listen({ port: 0, host: '127.0.0.1' })
  const secondBase = `http://127.0.0.1:${(second.server.address() as AddressInfo).port}`
  config.publicUrl = secondEnv.config.publicUrl = secondBase
  env.payments = createPayments(paymentOptions(config), db, clock)
  secondEnv.payments = createPayments(paymentOptions(secondEnv.config), connection.db, clock)

  const worker = startWorker({ db, clock, log: env.log, handlers: commerceJobs(env.payments) })

  return {
    ...server,
    wechatPay: wechatPay!,
    alipay: alipay!,
    wechat: wechat!,
    secondBase,
    /** Returns a client of the same user at the second server. */
    atSecond: (client: Client) => new Client(secondBase, now, client.token),
    /** Runs pending jobs. */
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
    /** Creates a buyer with an open order for a new item. */
    async openOrder(user?: { id: number }) {
      const buyer = user ?? (await server.createUser())
      const client = await server.as(buyer)
      const item = await this.newItem()
      const order = await client.call('POST /v1/order_create', { curriculumId: item.uid })
      return { buyer, client, item, order }
    },
    /** Returns the number of the payment started by order_pay, at any service. */
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
    /** Returns the ledger amounts of an order. */
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

/** Starts a payment at the test cashier and sets its outcome. */
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
