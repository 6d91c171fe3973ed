import { shanghaiTime } from '../../adapters/payment/time'
import { type AlipaySigning, appId, random } from './alipay-signing'
import type { Answer } from './http'

export interface Trade {
  no: string
  tradeNo: string
  total: string
  status: 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_CLOSED'
  notifyUrl: string
  returnUrl: string
  refundNo: string | null
}

export const errorAnswer = (status: number, code: string): Answer => ({
  status,
  body: { code, message: code, links: [] },
})

/** Trades: begun by a signed link, queried, closed and refunded by calls. */
export function alipayTrades({ signed, isSignedLink }: AlipaySigning, now: () => number) {
  const trades = new Map<string, Trade>()

  /** Opening the link creates the trade. */
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

  function refund(trade: Trade, body: { out_request_no: string; refund_amount: string }): Answer {
    const common = { out_trade_no: trade.no, trade_no: trade.tradeNo }
    if (trade.refundNo && trade.refundNo === body.out_request_no)
      return signed({ ...common, fund_change: 'N', refund_fee: trade.total })
    if (trade.status !== 'TRADE_SUCCESS') return errorAnswer(400, 'ACQ.TRADE_STATUS_ERROR')
    if (body.refund_amount !== trade.total) return errorAnswer(400, 'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL')
    trade.refundNo = body.out_request_no
    trade.status = 'TRADE_CLOSED'
    return signed({ ...common, fund_change: 'Y', refund_fee: trade.total })
  }

  function call(path: string, text: string): Answer {
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
    const found = path === 'fastpay/refund/query' && trade.refundNo === body.out_request_no
    return found
      ? signed({
          ...common,
          out_request_no: trade.refundNo,
          refund_status: 'REFUND_SUCCESS',
          refund_amount: trade.total,
        })
      : signed({})
  }

  return { trades, begin, call }
}
