import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import type { AlipaySettings } from '../../adapters/payment/settings'
import { shanghaiTime } from '../../adapters/payment/time'
import { type Answer, type Asked, startSimulator } from './http'
import { newPaymentKeys, type PaymentKeys } from './keys'
import { confirmPage, machineNow, type PaymentOptions } from './payment'
import { retryingSender } from './retries'

interface Trade {
  no: string
  tradeNo: string
  total: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  notifyUrl: string
  returnUrl: string
  refundNo: string | null
}

export type AlipayForgery = 'signature' | 'weak' | 'app' | 'seller' | 'amount'

const appId = '2021000000000001'
const sellerId = '2088000000000001'
const random = () => randomBytes(12).toString('hex')

/** What Alipay signs of a form: everything but the signature, in the order of the names. */
const signedForm = (form: Record<string, string>, without: string[]) =>
  Object.keys(form)
    .filter((name) => !without.includes(name) && form[name] !== '')
    .sort()
    .map((name) => `${name}=${form[name]}`)
    .join('&')

/** What a shop is told to speak with the simulator at an address. */
export const alipaySettings = (keys: PaymentKeys, endpoint: string): AlipaySettings => ({
  appId,
  sellerId,
  privateKey: keys.shop.privateKey,
  publicKey: keys.service.publicKey,
  endpoint,
})

/** Alipay: its pages behind signed links, API v3 for queries, closing and refunds, and notifications by form. */
export async function startAlipaySimulator({
  port = 0,
  keys = newPaymentKeys(),
  now = machineNow,
  retryByTime = false,
}: PaymentOptions = {}) {
  const shopKey = createPublicKey(keys.shop.publicKey)
  const serviceKey = createPrivateKey(keys.service.privateKey)
  const trades = new Map<string, Trade>()
  const asked: string[] = []
  let failing = false

  const rsa = (text: string, digest = 'sha256') => sign(digest, Buffer.from(text), serviceKey).toString('base64')
  const error = (status: number, code: string): Answer => ({ status, body: { code, message: code, links: [] } })

  function answer(body: object): Answer {
    const text = JSON.stringify(body)
    const [timestamp, nonce] = [String(Date.now()), random()]
    const headers = {
      'content-type': 'application/json',
      'alipay-timestamp': timestamp,
      'alipay-nonce': nonce,
      'alipay-signature': rsa(`${timestamp}\n${nonce}\n${text}\n`),
    }
    return { headers, body: text }
  }

  function isSigned({ method, path, headers, body }: Asked): boolean {
    const [, auth = '', signature = ''] =
      /^ALIPAY-SHA256withRSA (.*),sign=(.*)$/.exec(headers.authorization ?? '') ?? []
    if (!auth.startsWith(`app_id=${appId},`)) return false
    const text = `${auth}\n${method}\n${path}\n${body}\n`
    return verify('sha256', Buffer.from(text), shopKey, Buffer.from(signature, 'base64'))
  }

  /** A payer opened the link: from here on there is a trade. */
  function begin(query: URLSearchParams): Trade | string {
    const form = Object.fromEntries(query)
    const signature = Buffer.from(form.sign ?? '', 'base64')
    if (!verify('sha256', Buffer.from(signedForm(form, ['sign'])), shopKey, signature)) return 'isv.invalid-signature'
    if (form.app_id !== appId || form.sign_type !== 'RSA2') return 'isv.invalid-app-id'
    const product: Record<string, string> = {
      'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
      'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
    }
    const content = JSON.parse(form.biz_content ?? '{}')
    if (content.product_code !== product[form.method ?? '']) return 'isv.invalid-method'
    if (!content.out_trade_no || !content.subject || !/^\d+\.\d{2}$/.test(content.total_amount)) return 'isv.missing'
    // By business time, which tests set.
    if (shanghaiTime(now()) > content.time_expire) return 'ACQ.TRADE_HAS_CLOSE'
    const known = trades.get(content.out_trade_no)
    if (known) return known.total === content.total_amount ? known : 'ACQ.CONTEXT_INCONSISTENT'
    const trade: Trade = {
      no: content.out_trade_no,
      tradeNo: `2027${random().slice(0, 24)}`,
      total: content.total_amount,
      status: 'WAIT_BUYER_PAY',
      notifyUrl: form.notify_url ?? '',
      returnUrl: form.return_url ?? '',
      refundNo: null,
    }
    trades.set(trade.no, trade)
    return trade
  }

  /** Notifications of refunds say the trade's state, too: closed, since all of it went back. */
  async function report(no: string, forgery?: AlipayForgery): Promise<boolean> {
    const trade = trades.get(no)!
    const form: Record<string, string> = {
      notify_time: shanghaiTime(now()),
      notify_type: 'trade_status_sync',
      notify_id: random(),
      app_id: forgery === 'app' ? '2021000000000999' : appId,
      seller_id: forgery === 'seller' ? '2088000000000999' : sellerId,
      charset: 'utf-8',
      version: '1.0',
      sign_type: forgery === 'weak' ? 'RSA' : 'RSA2',
      trade_no: trade.tradeNo,
      out_trade_no: no,
      trade_status: trade.refundNo ? 'TRADE_CLOSED' : 'TRADE_SUCCESS',
      total_amount: forgery === 'amount' ? '0.01' : trade.total,
      subject: '100% 学习 & 练习',
      ...(trade.refundNo && { refund_fee: trade.total, out_biz_no: trade.refundNo, gmt_refund: shanghaiTime(now()) }),
    }
    const text = signedForm(form, ['sign', 'sign_type'])
    form.sign = rsa(forgery === 'signature' ? `${text}&` : text, forgery === 'weak' ? 'sha1' : 'sha256')
    const response = await fetch(trade.notifyUrl, { method: 'POST', body: new URLSearchParams(form) }).catch(() => null)
    return response !== null && (await response.text()) === 'success'
  }

  const sender = retryingSender((no) => report(no), retryByTime)

  async function pay(no: string, { notified = true } = {}): Promise<boolean> {
    const trade = trades.get(no)
    if (trade?.status !== 'WAIT_BUYER_PAY') return false
    trade.status = 'TRADE_SUCCESS'
    if (notified) await sender.attempt(no)
    return true
  }

  function call(path: string, text: string): Answer {
    const body = JSON.parse(text)
    const trade = trades.get(body.out_trade_no)
    if (!trade) return error(404, 'ACQ.TRADE_NOT_EXIST')
    const common = { out_trade_no: trade.no, trade_no: trade.tradeNo }
    if (path === 'query') return answer({ ...common, trade_status: trade.status, total_amount: trade.total })
    if (path === 'close') {
      if (trade.status !== 'WAIT_BUYER_PAY') return error(400, 'ACQ.TRADE_STATUS_ERROR')
      trade.status = 'TRADE_CLOSED'
      return answer(common)
    }
    if (path === 'refund') {
      if (trade.refundNo && trade.refundNo === body.out_request_no)
        return answer({ ...common, fund_change: 'N', refund_fee: trade.total })
      if (trade.status !== 'TRADE_SUCCESS') return error(400, 'ACQ.TRADE_STATUS_ERROR')
      if (body.refund_amount !== trade.total) return error(400, 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
      trade.refundNo = body.out_request_no
      trade.status = 'TRADE_CLOSED'
      return answer({ ...common, fund_change: 'Y', refund_fee: trade.total })
    }
    const found = path === 'fastpay/refund/query' && trade.refundNo === body.out_request_no
    return found
      ? answer({
          ...common,
          out_request_no: trade.refundNo,
          refund_status: 'REFUND_SUCCESS',
          refund_amount: trade.total,
        })
      : answer({})
  }

  async function payPage({ method, query }: Asked): Promise<Answer> {
    const trade = begin(query)
    if (typeof trade === 'string') return { status: 400, body: `<p>${trade}</p>` }
    if (method === 'POST') {
      await pay(trade.no)
      return { status: 303, headers: { location: trade.returnUrl || '/' } }
    }
    return confirmPage('支付宝', trade.total)
  }

  const { url, close: stop } = await startSimulator(async (request): Promise<Answer> => {
    asked.push(`${request.method} ${request.path}`)
    if (failing) return error(500, 'SYSTEM_ERROR')
    if (request.path === '/gateway.do') return payPage(request)
    const path = /^\/v3\/alipay\/trade\/(.+)$/.exec(request.path)?.[1]
    if (!path || request.method !== 'POST') return error(404, 'NOT_FOUND')
    return isSigned(request) ? call(path, request.body) : error(401, 'invalid-signature')
  }, port)

  return {
    url,
    settings: alipaySettings(keys, url),
    asked,
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

export type AlipaySimulator = Awaited<ReturnType<typeof startAlipaySimulator>>
