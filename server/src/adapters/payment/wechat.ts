import { randomBytes } from 'node:crypto'
import type { PayAction } from '@dxx/contract/calls/commerce'
import type { Clock } from '../../base/clock'
import { ChannelError, NumberUsed, type PaymentChannel, type PaymentStanding, type PrepayRequest } from './payment'
import type { WechatPaySettings } from './settings'
import { rfc3339 } from './time'
import { errorCode, errorDetail, raise, type WechatPayClient, wechatPayClient } from './wechat-client'
import {
  isOurs,
  type Refund,
  readVerifiedNotice,
  refundStanding,
  type Transaction,
  verifyNotice,
} from './wechat-messages'

interface Site {
  publicUrl: string
  mpAppId: string
}

/** Payments through WeChat Pay, API v3. */
export function wechatChannel(settings: WechatPaySettings, { publicUrl, mpAppId }: Site, clock: Clock): PaymentChannel {
  const { mchId, platformSerial, apiV3Key, appAppId } = settings
  const client = wechatPayClient(settings)
  const merchant = { mchId, appIds: [mpAppId, appAppId] }
  const notifyUrl = `${publicUrl}/api/notify/wechat`

  return {
    async prepay(request) {
      const order = { request, appid: request.way === 'app' ? appAppId : mpAppId, mchid: mchId, notifyUrl }
      return payAction(client, order, await createOrder(client, order), clock.now())
    },

    async query(no): Promise<PaymentStanding> {
      try {
        const url = `/v3/pay/transactions/out-trade-no/${no}?mchid=${mchId}`
        const found = await client.request<Transaction>('GET', url)
        if (!isOurs(merchant, found) || found.out_trade_no !== no)
          throw new ChannelError(`WeChat Pay answered about another ${no}`)
        // `REFUND`: the payment was paid and then refunded, at least partly.
        if (found.trade_state === 'SUCCESS' || found.trade_state === 'REFUND')
          return { state: 'paid', no, cents: found.amount!.total, transactionId: found.transaction_id! }
        return { state: found.trade_state === 'CLOSED' || found.trade_state === 'REVOKED' ? 'closed' : 'open' }
      } catch (error) {
        return errorCode(error) === 'ORDER_NOT_EXIST' ? { state: 'missing' } : raise(error)
      }
    },

    async close(no) {
      const url = `/v3/pay/transactions/out-trade-no/${no}/close`
      await client.request('POST', url, { mchid: mchId }).catch((error) => {
        if (errorCode(error) !== 'ORDER_CLOSED') raise(error)
      })
    },

    async refund({ no, refundNo, cents, totalCents, reason }) {
      try {
        return refundStanding(
          await client.request<Refund>('POST', '/v3/refund/domestic/refunds', {
            out_trade_no: no,
            out_refund_no: refundNo,
            reason: reason.slice(0, 25),
            notify_url: notifyUrl,
            amount: { refund: cents, total: totalCents, currency: 'CNY' },
          }),
        )
      } catch (error) {
        if (!errorCode(error)) throw error
        return { state: 'failed', detail: errorDetail(error) }
      }
    },

    async queryRefund(_no, refundNo) {
      try {
        return refundStanding(await client.request<Refund>('GET', `/v3/refund/domestic/refunds/${refundNo}`))
      } catch (error) {
        return errorCode(error) === 'RESOURCE_NOT_EXISTS' ? { state: 'missing' } : raise(error)
      }
    },

    readNotice(raw, headers, now) {
      verifyNotice(raw, headers, now, { serial: platformSerial, key: client.platformKey })
      return readVerifiedNotice(raw, merchant, apiV3Key)
    },
  }
}

interface Order {
  request: PrepayRequest
  appid: string
  mchid: string
  notifyUrl: string
}

interface CreatedOrder {
  prepay_id: string
  h5_url: string
  code_url: string
}

function createOrder(client: WechatPayClient, { request, appid, mchid, notifyUrl }: Order): Promise<CreatedOrder> {
  const { no, way, title, cents, expiresAt, payerIp, openid } = request
  const body = {
    appid,
    mchid,
    description: title.slice(0, 40),
    out_trade_no: no,
    time_expire: rfc3339(expiresAt),
    notify_url: notifyUrl,
    amount: { total: cents, currency: 'CNY' },
    ...(way === 'jsapi' && { payer: { openid } }),
    ...(way === 'h5' && { scene_info: { payer_client_ip: payerIp, h5_info: { type: 'Wap' } } }),
  }
  return client.request<CreatedOrder>('POST', `/v3/pay/transactions/${way}`, body).catch((error) => {
    if (errorCode(error) === 'OUT_TRADE_NO_USED') throw new NumberUsed()
    return raise(error)
  })
}

/** Returns the data with which the payer's device pays a created order. */
function payAction(
  client: WechatPayClient,
  { request, appid, mchid }: Order,
  created: CreatedOrder,
  now: number,
): PayAction {
  const { way, returnUrl } = request
  if (way === 'native') return { way, codeUrl: created.code_url }
  if (way === 'h5') return { way, url: `${created.h5_url}&redirect_url=${encodeURIComponent(returnUrl)}` }
  const timeStamp = String(now)
  const nonceStr = randomBytes(16).toString('hex')
  const sign = (last: string) => client.sign(`${appid}\n${timeStamp}\n${nonceStr}\n${last}\n`)
  const prepayId = created.prepay_id
  if (way === 'app')
    return {
      way,
      appId: appid,
      partnerId: mchid,
      prepayId,
      package: 'Sign=WXPay',
      nonceStr,
      timeStamp,
      sign: sign(prepayId),
    }
  const pack = `prepay_id=${prepayId}`
  return { way: 'jsapi', appId: appid, timeStamp, nonceStr, package: pack, signType: 'RSA', paySign: sign(pack) }
}
