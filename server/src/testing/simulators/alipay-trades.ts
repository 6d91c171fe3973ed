import { formatExactTime } from '@dxx/contract/rules/time-from'
import { type AlipaySigning, appId, random } from './alipay-signing'
import type { SimulatorResponse } from './http'

export interface Trade {
  no: string
  tradeNo: string
  total: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  notifyUrl: string
  returnUrl: string
  /** Refunded cents by number of the refund request. */
  refunds: Map<string, number>
}

export const errorAnswer = (status: number, code: string): SimulatorResponse => ({
  status,
  body: { code, message: code, links: [] },
})

const centsOf = (yuan: string) => Math.round(Number(yuan) * 100)

/** Sum of all refunds of a trade, in yuan. */
export const refundedOf = ({ refunds }: Trade) =>
  ([...refunds.values()].reduce((sum, cents) => sum + cents, 0) / 100).toFixed(2)

/** Simulates trades: a signed link starts a trade; calls query, close and refund it. */
export function alipayTrades({ signed, isSignedLink }: AlipaySigning, now: () => number) {
  const trades = new Map<string, Trade>()

  /** Creates the trade when its link is opened. Returns an error code if the link is invalid. */
  function begin(query: URLSearchParams): Trade | string {
    const form = Object.fromEntries(query)
    if (!isSignedLink(form)) return 'isv.invalid-signature'
    if (form.app_id !== appId || form.sign_type !== 'RSA2') return 'isv.invalid-app-id'
    const product: Record<string, string> = {
      'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
      'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
    }
    const content = JSON.parse(form.biz_content ?? '{}')
    if (content.product_code !== product[form.method ?? '']) return 'isv.invalid-method'
    if (!content.out_trade_no || !content.subject || !/^\d+\.\d{2}$/.test(content.total_amount)) return 'isv.missing'
    // Compared with the test's clock, not with the machine's.
    if (formatExactTime(now()) > content.time_expire) return 'ACQ.TRADE_HAS_CLOSE'
    const known = trades.get(content.out_trade_no)
    if (known) return known.total === content.total_amount ? known : 'ACQ.CONTEXT_INCONSISTENT'
    const trade: Trade = {
      no: content.out_trade_no,
      tradeNo: `2027${random().slice(0, 24)}`,
      total: content.total_amount,
      status: 'WAIT_BUYER_PAY',
      notifyUrl: form.notify_url ?? '',
      returnUrl: form.return_url ?? '',
      refunds: new Map(),
    }
    trades.set(trade.no, trade)
    return trade
  }

  function refund(trade: Trade, body: { out_request_no: string; refund_amount: string }): SimulatorResponse {
    const common = { out_trade_no: trade.no, trade_no: trade.tradeNo }
    const cents = centsOf(body.refund_amount)
    const known = trade.refunds.get(body.out_request_no)
    if (known !== undefined && known !== cents) return errorAnswer(400, 'ACQ.REASON_TRADE_REFUND_FEE_ERR')
    if (known !== undefined) return signed({ ...common, fund_change: 'N', refund_fee: refundedOf(trade) })
    if (trade.status !== 'TRADE_SUCCESS') return errorAnswer(400, 'ACQ.TRADE_STATUS_ERROR')
    const left = centsOf(trade.total) - centsOf(refundedOf(trade))
    if (cents > left) return errorAnswer(400, 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
    trade.refunds.set(body.out_request_no, cents)
    if (cents === left) trade.status = 'TRADE_CLOSED'
    return signed({ ...common, fund_change: 'Y', refund_fee: refundedOf(trade) })
  }

  function call(path: string, text: string): SimulatorResponse {
    const body = JSON.parse(text)
    const trade = trades.get(body.out_trade_no)
    if (!trade) return errorAnswer(404, 'ACQ.TRADE_NOT_EXIST')
    const common = { out_trade_no: trade.no, trade_no: trade.tradeNo }
    if (path === 'query') return signed({ ...common, trade_status: trade.status, total_amount: trade.total })
    if (path === 'close') {
      if (trade.status !== 'WAIT_BUYER_PAY') return errorAnswer(400, 'ACQ.TRADE_STATUS_ERROR')
      trade.status = 'TRADE_CLOSED'
      return signed(common)
    }
    if (path === 'refund') return refund(trade, body)
    const found = path === 'fastpay/refund/query' ? trade.refunds.get(body.out_request_no) : undefined
    return found === undefined
      ? signed({})
      : signed({
          ...common,
          out_request_no: body.out_request_no,
          refund_status: 'REFUND_SUCCESS',
          refund_amount: (found / 100).toFixed(2),
        })
  }

  return { trades, begin, call }
}
