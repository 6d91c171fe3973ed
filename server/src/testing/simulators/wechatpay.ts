import type { WechatPaySettings } from '../../adapters/payment/settings'
import { type SimulatorRequest, type SimulatorResponse, startSimulator } from './http'
import { newPaymentKeys, type PaymentKeys } from './keys'
import { confirmPage, machineNow, type PaymentOptions } from './payment'
import { retryingSender } from './retries'
import { appAppId, wechatPayOrders } from './wechatpay-orders'
import { wechatPayRefunds } from './wechatpay-refunds'
import {
  apiV3Key,
  errorAnswer,
  type Forgery,
  mchId,
  platformSerial,
  serial,
  type WechatPaySigning,
  wechatPaySigning,
} from './wechatpay-signing'

/** Settings to use the simulator at this URL. */
export const wechatPaySettings = (keys: PaymentKeys, url: string): WechatPaySettings => ({
  mchId,
  serial,
  privateKey: keys.shop.privateKey,
  platformSerial,
  platformKey: keys.service.publicKey,
  apiV3Key,
  appAppId,
  url,
})

type Orders = ReturnType<typeof wechatPayOrders>
type Refunds = ReturnType<typeof wechatPayRefunds>

/** Returns a function that notifies the shop of a payment or refund, correctly or forged. */
function notifier({ post }: WechatPaySigning, orders: Orders, refunds: Refunds) {
  return function report(no: string, forgery?: Forgery): Promise<boolean> {
    const refunded = refunds.refunds.get(no)
    if (refunded) {
      const { status, ...rest } = refunds.content(refunded)
      return post(refunded.notifyUrl, 'REFUND.SUCCESS', { ...rest, mchid: mchId, refund_status: status }, forgery)
    }
    const trade = orders.trades.get(no)!
    const content = { ...orders.transaction(trade), trade_state: 'SUCCESS', transaction_id: trade.transactionId }
    if (forgery === 'merchant') content.mchid = '1900000999'
    if (forgery === 'app') content.appid = 'wx-of-somebody-else'
    if (forgery === 'amount') content.amount.total = 1
    if (forgery === 'unknown') content.out_trade_no = '20270115000000000000'
    return post(trade.notifyUrl, 'TRANSACTION.SUCCESS', content, forgery)
  }
}

/** Responds to the signed requests of a shop (API v3). */
function route(
  { method, path, body }: SimulatorRequest,
  url: string,
  orders: Orders,
  refunds: Refunds,
): SimulatorResponse {
  const way = /^\/v3\/pay\/transactions\/(jsapi|h5|native|app)$/.exec(path)?.[1]
  if (way && method === 'POST') return orders.create(way, body, url)
  const [, no, closing] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? []
  if (no && closing && method === 'POST') return orders.close(no)
  if (no && method === 'GET') return orders.query(no)
  if (path === '/v3/refund/domestic/refunds' && method === 'POST') return refunds.create(body)
  const refundNo = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path)?.[1]
  if (refundNo && method === 'GET') return refunds.query(refundNo)
  return errorAnswer(404, 'NOT_FOUND')
}

/**
 * Simulates WeChat Pay v3: orders, queries, closing, refunds and notifications, with its signatures, encryption and
 * error codes.
 */
export async function startWechatPaySimulator({
  port = 0,
  keys = newPaymentKeys(),
  now = machineNow,
  retryByTime = false,
}: PaymentOptions = {}) {
  const signing = wechatPaySigning(keys, now)
  const orders = wechatPayOrders(signing, now)
  const refunds = wechatPayRefunds(signing, orders.trades)
  const report = notifier(signing, orders, refunds)
  const sender = retryingSender((no) => report(no), retryByTime)
  const requestPaths: string[] = []
  let failing = false

  /**
   * Confirms a payment. First sends a notification with a wrong signature, which the shop must refuse: the real service
   * also sends such notifications from time to time.
   */
  async function pay(no: string, { notified = true } = {}): Promise<boolean> {
    const trade = orders.trades.get(no)
    if (trade?.state !== 'NOTPAY') return false
    trade.state = 'SUCCESS'
    if (notified) {
      await report(no, 'signature')
      await sender.attempt(no)
    }
    return true
  }

  /** Returns the page of an h5_url. Tests also open it with the number from a QR code, instead of scanning the code. */
  async function payPage({ method, query }: SimulatorRequest): Promise<SimulatorResponse> {
    const trade = orders.byPrepayId(query.get('prepay_id'))
    if (!trade) return { status: 404, body: '<p>没有这笔付款</p>' }
    if (method === 'POST') {
      await pay(trade.no)
      return { status: 303, headers: { location: query.get('redirect_url') || '/' } }
    }
    return confirmPage('微信支付', trade.total / 100)
  }

  const { url, close: stop } = await startSimulator(async (request): Promise<SimulatorResponse> => {
    requestPaths.push(`${request.method} ${request.path}`)
    if (failing) return errorAnswer(502, 'SYSTEM_ERROR')
    if (request.path === '/pay') return payPage(request)
    if (!signing.isSigned(request)) return errorAnswer(401, 'SIGN_ERROR', '签名错误')
    return route(request, url, orders, refunds)
  }, port)

  return {
    url,
    settings: wechatPaySettings(keys, url),
    requestPaths,
    trades: orders.trades,
    refunds: refunds.refunds,
    pay,
    /** Sends the notification of a payment or refund again, or a forged one. Returns whether it was accepted. */
    report,
    /** `undelivered` lists notifications that were not accepted yet; `redeliver` sends them again. */
    undelivered: sender.waiting,
    redeliver: sender.again,
    fail: (on: boolean) => {
      failing = on
    },
    refuseRefunds: refunds.refuse,
    /** If on, refunds stay pending until `finishRefund`. */
    slowRefunds: refunds.slow,
    finishRefund: async (refundNo: string) => {
      refunds.refunds.get(refundNo)!.status = 'SUCCESS'
      await sender.attempt(refundNo)
    },
    async close() {
      sender.stop()
      await stop()
    },
  }
}
