import { formatExactTime } from '@dxx/contract/rules/time-from'
import type { AlipaySettings } from '../../adapters/payment/settings'
import { type AlipaySigning, alipaySigning, appId, random, sellerId, signedForm } from './alipay-signing'
import { alipayTrades, errorAnswer, refundedOf, type Trade } from './alipay-trades'
import { type SimulatorRequest, type SimulatorResponse, startSimulator } from './http'
import { newPaymentKeys, type PaymentKeys } from './keys'
import { confirmPage, machineNow, type PaymentOptions } from './payment'
import { retryingSender } from './retries'

export type AlipayForgery = 'signature' | 'weak' | 'app' | 'seller' | 'amount'

/** Settings to use the simulator at this URL. */
export const alipaySettings = (keys: PaymentKeys, endpoint: string): AlipaySettings => ({
  appId,
  sellerId,
  privateKey: keys.shop.privateKey,
  publicKey: keys.service.publicKey,
  endpoint,
})

/** Sends a notification. That of a refund includes the trade's state, which is closed once everything is refunded. */
async function sendNotice(
  { rsa }: AlipaySigning,
  trade: Trade,
  now: number,
  forgery?: AlipayForgery,
  refundNo = [...trade.refunds.keys()].at(-1),
): Promise<boolean> {
  const form: Record<string, string> = {
    notify_time: formatExactTime(now),
    notify_type: 'trade_status_sync',
    notify_id: random(),
    app_id: forgery === 'app' ? '2021000000000999' : appId,
    seller_id: forgery === 'seller' ? '2088000000000999' : sellerId,
    charset: 'utf-8',
    version: '1.0',
    sign_type: forgery === 'weak' ? 'RSA' : 'RSA2',
    trade_no: trade.tradeNo,
    out_trade_no: trade.no,
    trade_status: trade.status === 'TRADE_CLOSED' ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
    total_amount: forgery === 'amount' ? '0.01' : trade.total,
    subject: '100% 学习 & 练习',
    ...(refundNo && { refund_fee: refundedOf(trade), out_biz_no: refundNo, gmt_refund: formatExactTime(now) }),
  }
  const text = signedForm(form, ['sign', 'sign_type'])
  form.sign = rsa(forgery === 'signature' ? `${text}&` : text, forgery === 'weak' ? 'sha1' : 'sha256')
  const response = await fetch(trade.notifyUrl, { method: 'POST', body: new URLSearchParams(form) }).catch(() => null)
  return response !== null && (await response.text()) === 'success'
}

/**
 * Simulates Alipay: payment pages behind signed links, API v3 for queries, closing and refunds, and form notifications.
 */
export async function startAlipaySimulator({
  port = 0,
  keys = newPaymentKeys(),
  now = machineNow,
  retryByTime = false,
}: PaymentOptions = {}) {
  const signing = alipaySigning(keys)
  const { trades, begin, call } = alipayTrades(signing, now)
  const requestPaths: string[] = []
  let failing = false

  const report = (no: string, forgery?: AlipayForgery, refundNo?: string) =>
    sendNotice(signing, trades.get(no)!, now(), forgery, refundNo)
  const sender = retryingSender((no) => report(no), retryByTime)

  async function pay(no: string, { notified = true } = {}): Promise<boolean> {
    const trade = trades.get(no)
    if (trade?.status !== 'WAIT_BUYER_PAY') return false
    trade.status = 'TRADE_SUCCESS'
    if (notified) await sender.attempt(no)
    return true
  }

  async function payPage({ method, query }: SimulatorRequest): Promise<SimulatorResponse> {
    const trade = begin(query)
    if (typeof trade === 'string') return { status: 400, body: `<p>${trade}</p>` }
    if (method === 'POST') {
      await pay(trade.no)
      return { status: 303, headers: { location: trade.returnUrl || '/' } }
    }
    return confirmPage('支付宝', trade.total)
  }

  const { url, close: stop } = await startSimulator(async (request): Promise<SimulatorResponse> => {
    requestPaths.push(`${request.method} ${request.path}`)
    if (failing) return errorAnswer(500, 'SYSTEM_ERROR')
    if (request.path === '/gateway.do') return payPage(request)
    const path = /^\/v3\/alipay\/trade\/(.+)$/.exec(request.path)?.[1]
    if (!path || request.method !== 'POST') return errorAnswer(404, 'NOT_FOUND')
    return signing.isSigned(request) ? call(path, request.body) : errorAnswer(401, 'invalid-signature')
  }, port)

  return {
    url,
    settings: alipaySettings(keys, url),
    requestPaths,
    trades,
    pay,
    report,
    undelivered: sender.waiting,
    redeliver: sender.again,
    fail: (on: boolean) => {
      failing = on
    },
    async close() {
      sender.stop()
      await stop()
    },
  }
}
