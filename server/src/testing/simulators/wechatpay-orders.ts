import { rfc3339 } from '../../adapters/payment/time'
import { sampleWechat } from '../../seed/accounts'
import type { SimulatorResponse } from './http'
import { errorAnswer, mchId, random, type WechatPaySigning } from './wechatpay-signing'

export interface Trade {
  no: string
  /** Parameters of the first request; a repeated request must send the same. */
  parameters: string
  way: string
  appid: string
  total: number
  notifyUrl: string
  prepayId: string
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
  transactionId: string
}

export const appAppId = 'wx-simulator-app'
const ways: Record<string, string[]> = { jsapi: ['payer'], h5: ['scene_info'], native: [], app: [] }

/** Simulates creating, querying and closing orders. */
export function wechatPayOrders({ signed }: WechatPaySigning, now: () => number) {
  const trades = new Map<string, Trade>()

  function create(way: string, text: string, url: string): SimulatorResponse {
    const body = JSON.parse(text)
    const needed = ['appid', 'mchid', 'description', 'out_trade_no', 'notify_url', 'amount', ...ways[way]!]
    if (needed.some((name) => body[name] === undefined)) return errorAnswer(400, 'PARAM_ERROR')
    if (!/^[0-9A-Za-z_\-|*]{6,32}$/.test(body.out_trade_no)) return errorAnswer(400, 'PARAM_ERROR', 'out_trade_no')
    if (!Number.isInteger(body.amount.total) || body.amount.total < 1) return errorAnswer(400, 'PARAM_ERROR', 'amount')
    if (way === 'jsapi' && !body.payer.openid) return errorAnswer(400, 'PARAM_ERROR', 'payer')
    if (body.mchid !== mchId || body.appid !== (way === 'app' ? appAppId : sampleWechat.appId))
      return errorAnswer(400, 'APPID_MCHID_NOT_MATCH')
    const known = trades.get(body.out_trade_no)
    if (known && known.parameters !== text) return errorAnswer(403, 'OUT_TRADE_NO_USED')
    if (known?.state === 'SUCCESS' || known?.state === 'REFUND') return errorAnswer(400, 'ORDERPAID')
    if (known?.state === 'CLOSED') return errorAnswer(400, 'ORDER_CLOSED')
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

  function close(no: string): SimulatorResponse {
    const trade = trades.get(no)
    if (!trade) return errorAnswer(404, 'ORDER_NOT_EXIST')
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') return errorAnswer(400, 'ORDERPAID')
    trade.state = 'CLOSED'
    return signed(204)
  }

  function query(no: string): SimulatorResponse {
    const trade = trades.get(no)
    return trade ? signed(200, transaction(trade)) : errorAnswer(404, 'ORDER_NOT_EXIST')
  }

  const byPrepayId = (prepayId: string | null) => [...trades.values()].find((trade) => trade.prepayId === prepayId)

  return { trades, create, transaction, close, query, byPrepayId }
}
