import type { WechatPaySettings } from '../../adapters/payment/settings'
import { rfc3339 } from '../../adapters/payment/time'
import { sampleWechat } from '../../modules/accounts/seed'
import { type Answer, type Asked, startSimulator } from './http'
import { newPaymentKeys, type PaymentKeys } from './keys'
import { confirmPage, machineNow, type PaymentOptions } from './payment'
import { retryingSender } from './retries'
import { apiV3Key, type Forgery, mchId, platformSerial, random, serial, wechatPaySigning } from './wechatpay-signing'

interface Trade {
  no: string
  /** The parameters it began with: a repeat must bring the same. */
  parameters: string
  way: string
  appid: string
  total: number
  notifyUrl: string
  prepayId: string
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
  transactionId: string
}

interface Refund {
  refundNo: string
  no: string
  cents: number
  status: 'PROCESSING' | 'SUCCESS'
  notifyUrl: string
}

const appAppId = 'wx-simulator-app'
const ways: Record<string, string[]> = { jsapi: ['payer'], h5: ['scene_info'], native: [], app: [] }

/** What a shop is told to speak with the simulator at an address. */
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

/** WeChat Pay v3: orders, queries, closing, refunds and notifications, with its signatures, encryption and error codes. */
export async function startWechatPaySimulator({
  port = 0,
  keys = newPaymentKeys(),
  now = machineNow,
  retryByTime = false,
}: PaymentOptions = {}) {
  const { signed, isSigned, post } = wechatPaySigning(keys, now)
  const trades = new Map<string, Trade>()
  const refunds = new Map<string, Refund>()
  const asked: string[] = []
  let failing = false
  let refundRefusal: string | null = null
  let instantRefunds = true

  const error = (status: number, code: string, message = code): Answer => ({ status, body: { code, message } })

  function order(way: string, text: string): Answer {
    const body = JSON.parse(text)
    const needed = ['appid', 'mchid', 'description', 'out_trade_no', 'notify_url', 'amount', ...ways[way]!]
    if (needed.some((name) => body[name] === undefined)) return error(400, 'PARAM_ERROR')
    if (!/^[0-9A-Za-z_\-|*]{6,32}$/.test(body.out_trade_no)) return error(400, 'PARAM_ERROR', 'out_trade_no')
    if (!Number.isInteger(body.amount.total) || body.amount.total < 1) return error(400, 'PARAM_ERROR', 'amount')
    if (way === 'jsapi' && !body.payer.openid) return error(400, 'PARAM_ERROR', 'payer')
    if (body.mchid !== mchId || body.appid !== (way === 'app' ? appAppId : sampleWechat.appId))
      return error(400, 'APPID_MCHID_NOT_MATCH')
    const known = trades.get(body.out_trade_no)
    if (known && known.parameters !== text) return error(403, 'OUT_TRADE_NO_USED')
    if (known?.state === 'SUCCESS' || known?.state === 'REFUND') return error(400, 'ORDERPAID')
    if (known?.state === 'CLOSED') return error(400, 'ORDER_CLOSED')
    const trade: Trade = known ?? {
      no: body.out_trade_no,
      parameters: text,
      way,
      appid: body.appid,
      total: body.amount.total,
      notifyUrl: body.notify_url,
      prepayId: `wx${random()}`,
      state: 'NOTPAY',
      transactionId: `42000${random().slice(0, 20)}`,
    }
    trades.set(trade.no, trade)
    if (way === 'native') return signed(200, { code_url: `weixin://wxpay/bizpayurl?pr=${trade.prepayId}` })
    if (way === 'h5') return signed(200, { h5_url: `${url}/pay?prepay_id=${trade.prepayId}` })
    return signed(200, { prepay_id: trade.prepayId })
  }

  const transaction = ({ no, appid, state, total, transactionId }: Trade) => ({
    appid,
    mchid: mchId,
    out_trade_no: no,
    trade_state: state,
    trade_state_desc: '',
    ...(state !== 'NOTPAY' && state !== 'CLOSED' && { transaction_id: transactionId, success_time: rfc3339(now()) }),
    amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
  })

  function close(no: string): Answer {
    const trade = trades.get(no)
    if (!trade) return error(404, 'ORDER_NOT_EXIST')
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') return error(400, 'ORDERPAID')
    trade.state = 'CLOSED'
    return signed(204)
  }

  const refundBody = ({ refundNo, no, cents, status }: Refund) => ({
    refund_id: `50300${refundNo}`,
    out_refund_no: refundNo,
    out_trade_no: no,
    status,
    amount: { total: trades.get(no)!.total, refund: cents, currency: 'CNY' },
  })

  function refund(text: string): Answer {
    const body = JSON.parse(text)
    const trade = trades.get(body.out_trade_no)
    if (!trade || (trade.state !== 'SUCCESS' && trade.state !== 'REFUND')) return error(404, 'RESOURCE_NOT_EXISTS')
    if (refundRefusal) return error(403, refundRefusal)
    const known = refunds.get(body.out_refund_no)
    if (known) return known.cents === body.amount.refund ? signed(200, refundBody(known)) : error(400, 'PARAM_ERROR')
    const returned = [...refunds.values()]
      .filter(({ no }) => no === trade.no)
      .reduce((sum, { cents }) => sum + cents, 0)
    if (body.amount.total !== trade.total || returned + body.amount.refund > trade.total)
      return error(400, 'INVALID_REQUEST')
    const made: Refund = {
      refundNo: body.out_refund_no,
      no: trade.no,
      cents: body.amount.refund,
      status: instantRefunds ? 'SUCCESS' : 'PROCESSING',
      notifyUrl: body.notify_url,
    }
    refunds.set(made.refundNo, made)
    trade.state = 'REFUND'
    return signed(200, refundBody(made))
  }

  function report(no: string, forgery?: Forgery): Promise<boolean> {
    const refunded = refunds.get(no)
    if (refunded) {
      const { status, ...rest } = refundBody(refunded)
      return post(refunded.notifyUrl, 'REFUND.SUCCESS', { ...rest, mchid: mchId, refund_status: status }, forgery)
    }
    const trade = trades.get(no)!
    const content = { ...transaction(trade), trade_state: 'SUCCESS', transaction_id: trade.transactionId }
    if (forgery === 'merchant') content.mchid = '1900000999'
    if (forgery === 'app') content.appid = 'wx-of-somebody-else'
    if (forgery === 'amount') content.amount.total = 1
    if (forgery === 'unknown') content.out_trade_no = '20270115000000000000'
    return post(trade.notifyUrl, 'TRANSACTION.SUCCESS', content, forgery)
  }

  const sender = retryingSender((no) => report(no), retryByTime)

  /** The payer confirms. WeChat now and then sends a notification with a wrong signature, to see that it is refused. */
  async function pay(no: string, { notified = true } = {}): Promise<boolean> {
    const trade = trades.get(no)
    if (trade?.state !== 'NOTPAY') return false
    trade.state = 'SUCCESS'
    if (notified) {
      await report(no, 'signature')
      await sender.attempt(no)
    }
    return true
  }

  const tradeOf = (prepayId: string | null) => [...trades.values()].find((trade) => trade.prepayId === prepayId)

  /** The page behind an h5_url. Also reached with the number from a QR code, by whoever plays the phone. */
  async function payPage({ method, query }: Asked): Promise<Answer> {
    const trade = tradeOf(query.get('prepay_id'))
    if (!trade) return { status: 404, body: '<p>没有这笔付款</p>' }
    if (method === 'POST') {
      await pay(trade.no)
      return { status: 303, headers: { location: query.get('redirect_url') || '/' } }
    }
    return confirmPage('微信支付', trade.total / 100)
  }

  const { url, close: stop } = await startSimulator(async (request): Promise<Answer> => {
    const { method, path, body } = request
    asked.push(`${method} ${path}`)
    if (failing) return error(502, 'SYSTEM_ERROR')
    if (path === '/pay') return payPage(request)
    if (!isSigned(request)) return error(401, 'SIGN_ERROR', '签名错误')
    const way = /^\/v3\/pay\/transactions\/(jsapi|h5|native|app)$/.exec(path)?.[1]
    if (way && method === 'POST') return order(way, body)
    const [, no, closing] = /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(path) ?? []
    if (no && closing && method === 'POST') return close(no)
    if (no && method === 'GET')
      return trades.has(no) ? signed(200, transaction(trades.get(no)!)) : error(404, 'ORDER_NOT_EXIST')
    if (path === '/v3/refund/domestic/refunds' && method === 'POST') return refund(body)
    const refundNo = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(path)?.[1]
    if (refundNo && method === 'GET')
      return refunds.has(refundNo) ? signed(200, refundBody(refunds.get(refundNo)!)) : error(404, 'RESOURCE_NOT_EXISTS')
    return error(404, 'NOT_FOUND')
  }, port)

  return {
    url,
    settings: wechatPaySettings(keys, url),
    asked,
    trades,
    refunds,
    pay,
    /** Sends the notification of a payment or refund once more, or a forged one; tells whether it was accepted. */
    report,
    /** What the shop has not accepted yet, and another try with it. */
    undelivered: sender.waiting,
    redeliver: sender.again,
    fail: (on: boolean) => {
      failing = on
    },
    refuseRefunds: (code: string | null) => {
      refundRefusal = code
    },
    /** Refunds stay on their way until `finishRefund`. */
    slowRefunds: (on: boolean) => {
      instantRefunds = !on
    },
    finishRefund: async (refundNo: string) => {
      refunds.get(refundNo)!.status = 'SUCCESS'
      await sender.attempt(refundNo)
    },
    async close() {
      sender.stop()
      await stop()
    },
  }
}

export type WechatPaySimulator = Awaited<ReturnType<typeof startWechatPaySimulator>>
