import { createCipheriv, createPrivateKey, createPublicKey, randomBytes, randomUUID, sign, verify } from 'node:crypto'
import type { WechatPaySettings } from '../../adapters/payment/settings'
import { rfc3339 } from '../../adapters/payment/time'
import { sampleWechat } from '../../modules/accounts/seed'
import { type Answer, type Asked, startSimulator } from './http'
import { newPaymentKeys, type PaymentKeys } from './keys'
import { retryingSender } from './retries'

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

/** What is wrong with a forged notification. */
export type Forgery = 'signature' | 'serial' | 'stale' | 'cipher' | 'merchant' | 'app' | 'amount' | 'unknown'

interface Options {
  port?: number
  keys?: PaymentKeys
  /** Business time, for the stamps of notifications. What the library stamps is the machine's time. */
  now?: () => number
  retryByTime?: boolean
}

const mchId = '1900000001'
const appAppId = 'wx-simulator-app'
const serial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
const platformSerial = 'PUB_KEY_ID_0119000000012027'
const apiV3Key = 'simulator-api-v3-key-32-letters!'
const ways: Record<string, string[]> = { jsapi: ['payer'], h5: ['scene_info'], native: [], app: [] }
const machineNow = () => Math.floor(Date.now() / 1000)
const random = () => randomBytes(16).toString('hex')

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
}: Options = {}) {
  const merchantKey = createPublicKey(keys.shop.publicKey)
  const platformKey = createPrivateKey(keys.service.privateKey)
  const trades = new Map<string, Trade>()
  const refunds = new Map<string, Refund>()
  const asked: string[] = []
  let failing = false
  let refundRefusal: string | null = null
  let instantRefunds = true

  const rsa = (text: string) => sign('sha256', Buffer.from(text), platformKey).toString('base64')
  const error = (status: number, code: string, message = code): Answer => ({ status, body: { code, message } })

  /** Answers are signed over their exact bytes. */
  function signed(status: number, body?: object): Answer {
    const text = body === undefined ? '' : JSON.stringify(body)
    const [timestamp, nonce] = [String(machineNow()), random()]
    const headers = {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': platformSerial,
      'wechatpay-signature': rsa(`${timestamp}\n${nonce}\n${text}\n`),
    }
    return { status, headers, body: text }
  }

  function isSigned({ method, path, query, headers, body }: Asked): boolean {
    const given = /^WECHATPAY2-SHA256-RSA2048 (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? ''
    const [timestamp, nonce] = [field('timestamp'), field('nonce_str')]
    if (field('mchid') !== mchId || field('serial_no') !== serial) return false
    if (Math.abs(Number(timestamp) - machineNow()) > 300) return false
    const search = query.size > 0 ? `?${query}` : ''
    const text = `${method}\n${path}${search}\n${timestamp}\n${nonce}\n${body}\n`
    return verify('sha256', Buffer.from(text), merchantKey, Buffer.from(field('signature'), 'base64'))
  }

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

  /** One POST to the shop, as WeChat sends it; tells whether it was accepted. */
  async function post(to: string, event: string, content: object, forgery?: Forgery): Promise<boolean> {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', forgery === 'cipher' ? random() : apiV3Key, nonce)
    cipher.setAAD(Buffer.from('transaction'))
    const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
    const body = JSON.stringify({
      id: randomUUID(),
      create_time: rfc3339(now()),
      resource_type: 'encrypt-resource',
      event_type: event,
      resource: {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: sealed.toString('base64'),
        nonce,
        associated_data: 'transaction',
      },
    })
    const timestamp = String(now() - (forgery === 'stale' ? 3600 : 0))
    const signature = rsa(`${timestamp}\n${nonce}\n${forgery === 'signature' ? 'other' : body}\n`)
    const headers = {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': forgery === 'serial' ? 'PUB_KEY_ID_OF_SOMEBODY_ELSE' : platformSerial,
      'wechatpay-signature': signature,
    }
    const response = await fetch(to, { method: 'POST', headers, body }).catch(() => null)
    return response !== null && response.status < 300
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
    return {
      body: `<!doctype html><meta charset="utf-8"><title>微信支付（模拟）</title><h1>¥${trade.total / 100}</h1>
<form method="post"><button>确认付款</button></form>`,
    }
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
