import type { SimulatorResponse } from './http'
import type { Trade } from './wechatpay-orders'
import { errorAnswer, type WechatPaySigning } from './wechatpay-signing'

interface Refund {
  refundNo: string
  no: string
  cents: number
  status: 'PROCESSING' | 'SUCCESS'
  notifyUrl: string
}

/** Simulates refunds of paid orders. */
export function wechatPayRefunds({ signed }: WechatPaySigning, trades: ReadonlyMap<string, Trade>) {
  const refunds = new Map<string, Refund>()
  let refusal: string | null = null
  let instant = true

  const content = ({ refundNo, no, cents, status }: Refund) => ({
    refund_id: `50300${refundNo}`,
    out_refund_no: refundNo,
    out_trade_no: no,
    status,
    amount: { total: trades.get(no)!.total, refund: cents, currency: 'CNY' },
  })

  function create(text: string): SimulatorResponse {
    const body = JSON.parse(text)
    const trade = trades.get(body.out_trade_no)
    if (!trade || (trade.state !== 'SUCCESS' && trade.state !== 'REFUND'))
      return errorAnswer(404, 'RESOURCE_NOT_EXISTS')
    if (refusal) return errorAnswer(403, refusal)
    const known = refunds.get(body.out_refund_no)
    if (known) return known.cents === body.amount.refund ? signed(200, content(known)) : errorAnswer(400, 'PARAM_ERROR')
    const returned = [...refunds.values()]
      .filter(({ no }) => no === trade.no)
      .reduce((sum, { cents }) => sum + cents, 0)
    if (body.amount.total !== trade.total || returned + body.amount.refund > trade.total)
      return errorAnswer(400, 'INVALID_REQUEST')
    const made: Refund = {
      refundNo: body.out_refund_no,
      no: trade.no,
      cents: body.amount.refund,
      status: instant ? 'SUCCESS' : 'PROCESSING',
      notifyUrl: body.notify_url,
    }
    refunds.set(made.refundNo, made)
    trade.state = 'REFUND'
    return signed(200, content(made))
  }

  function query(refundNo: string): SimulatorResponse {
    const refund = refunds.get(refundNo)
    return refund ? signed(200, content(refund)) : errorAnswer(404, 'RESOURCE_NOT_EXISTS')
  }

  return {
    refunds,
    content,
    create,
    query,
    refuse: (code: string | null) => {
      refusal = code
    },
    /** If on, refunds stay in processing until the test changes their status. */
    slow: (on: boolean) => {
      instant = !on
    },
  }
}
