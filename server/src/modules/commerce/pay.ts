import type { commerce, PayAction, PayChannel, PayWay } from '@dxx/contract/calls/commerce'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { ChannelError, NumberUsed, type PaymentChannel } from '../../adapters/payment/payment'
import { fail } from '../../base/refusal'
import type { Config } from '../../config'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { owns } from '../access/public'
import { type LockedOrder, lockOrder } from './change-status'
import { ownOrder } from './queries'
import { markClosed } from './reconcile'
import { detectPayerDevice, newNumber, type PayerDevice, wayFor } from './rules'

const titles: Record<PayChannel, string> = { wechat: '微信支付', alipay: '支付宝', test: '测试收银台（仅限开发）' }

/** Message for devices on which no payment works. */
const none: Partial<Record<PayerDevice, string>> = { 'ios-app': '请在网页端购买', wechat: '请在浏览器中打开后付款' }

/** Minimum lifetime of a payment, because services reject payments that expire almost immediately. */
const shortestSeconds = 120
/**
 * Delay of the first query to the service; short, so that a user who has paid and left the page soon finds the order
 * complete.
 */
const firstCheckSeconds = 20

/** Returns the payment method of a service on this device; undefined if the service does not work there. */
function wayHere(ctx: Ctx<'user' | 'mobile'>, channel: PayChannel): PayWay | undefined {
  const { config, platform, userAgent } = ctx
  if (!ctx.payments[channel]) return undefined
  const way = wayFor(detectPayerDevice(platform, userAgent), channel)
  if (channel !== 'wechat' || way === undefined) return way
  const appId = way === 'app' ? config.payment.wechat?.appAppId : config.wechat.mp.appId
  return appId ? way : undefined
}

/** Returns the payer's openid required by WeChat: from the bound account or the fresh authorisation code. */
async function openidOf({ db, wechat, config, user }: Ctx<'mobile'>, code: string | undefined): Promise<string> {
  if (code !== undefined) return (await wechat.person('mp', code)).openid
  const row = await db
    .selectFrom('wechat_identities')
    .select('openid')
    .where('user_id', '=', user.id)
    .where('app_id', '=', config.wechat.mp.appId)
    .executeTakeFirst()
  return row?.openid ?? fail('openid-required')
}

const paymentColumns = ['id', 'no', 'way', 'cents', 'expires_at as expiresAt'] as const

/** Returns the payment to continue: the one started by another tab or an earlier click, or a new one. */
export async function openPayment(db: Db, order: LockedOrder, channel: PayChannel, way: PayWay, now: number) {
  const inserted = await db
    .insertInto('payments')
    .values({
      no: newNumber(now),
      order_id: order.id,
      channel,
      way,
      cents: order.pay_cents,
      created_at: now,
      expires_at: Math.max(order.expires_at, now + shortestSeconds),
      check_at: now + firstCheckSeconds,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'way']).where('state', '=', 'open').doNothing())
    .returning(paymentColumns)
    .executeTakeFirst()
  if (inserted) return inserted
  return db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('order_id', '=', order.id)
    .where('way', '=', way)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
}

const resultUrl = ({ publicUrl }: Config, orderUid: string) => `${publicUrl}/#/pages/buy/result?id=${orderUid}`

async function startPayment(
  ctx: Ctx<'mobile'>,
  orderUid: string,
  channel: PayChannel,
  code?: string,
): Promise<PayAction> {
  const { db, user, clock, config, ip } = ctx
  const way = wayHere(ctx, channel) ?? fail('channel-off')
  const { id } = (await ownOrder(db, user.id, orderUid)) ?? fail('order-not-found')
  const openid = way === 'jsapi' ? await openidOf(ctx, code) : ''
  const service = ctx.payments[channel]!
  for (let attempt = 1; ; attempt++) {
    const { payment, title } = await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id)
      if (order.status !== orderStatus.unpaid || order.expires_at <= clock.now()) fail('order-not-payable')
      if (await owns(tx, user, order.curriculum_id))
        fail('order-not-payable', { msg: '你已经拥有这项内容，不用再付款' })
      return { payment: await openPayment(tx, order, channel, way, clock.now()), title: order.title }
    })
    try {
      const returnUrl = resultUrl(config, orderUid)
      return await service.prepay({ ...payment, title, payerIp: ip, openid, returnUrl })
    } catch (error) {
      if (error instanceof NumberUsed && attempt === 1) await retire(db, service, payment)
      else return refused(ctx, payment.no, error)
    }
  }
}

/** Closes a payment started with other details, such as another payer, so that only one can be paid. */
async function retire(db: Db, service: PaymentChannel, payment: { id: number; no: string }): Promise<void> {
  await service.close(payment.no).catch(() => fail('channel-failed'))
  await markClosed(db, payment.id)
}

function refused({ log }: Ctx, payment: string, error: unknown): never {
  if (!(error instanceof ChannelError) && !(error instanceof NumberUsed)) throw error
  log.warn({ err: error, payment }, 'a payment could not be started')
  return fail('channel-failed')
}

type PayCalls = 'GET /v1/pay_channels' | 'POST /v1/order_pay'

export const payHandlers: Pick<Handlers<typeof commerce>, PayCalls> = {
  'GET /v1/pay_channels': async (ctx) => {
    const channels = (Object.keys(titles) as PayChannel[]).flatMap((channel) => {
      const way = wayHere(ctx, channel)
      return way ? [{ channel, way, title: titles[channel] }] : []
    })
    const device = detectPayerDevice(ctx.platform, ctx.userAgent)
    return { channels, note: channels.length > 0 ? '' : (none[device] ?? '暂时不能付款，请稍后再试') }
  },
  'POST /v1/order_pay': (ctx, { id, channel, wechat_code: code }) => startPayment(ctx, id, channel, code),
}
