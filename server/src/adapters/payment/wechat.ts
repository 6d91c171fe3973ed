import { createDecipheriv, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import type { PayWay } from '@dxx/contract/calls/commerce'
import type { Clock } from '../../clock'
import type { Config } from '../../config'
import { loadPackage } from '../load-package'
import {
  ChannelError,
  ForgedNotice,
  NumberUsed,
  type PaymentChannel,
  type PaymentStanding,
  type RefundStanding,
} from './payment'
import type { WechatPaySettings } from './settings'
import { rfc3339 } from './time'

/** A notification that is older is a replay. */
const maxSkew = 300
const timeoutMs = 8000

interface Transaction {
  mchid: string
  appid: string
  out_trade_no: string
  transaction_id?: string
  trade_state: string
  amount?: { total: number; currency: string }
}

interface Refund {
  mchid?: string
  out_refund_no: string
  /** In answers. */
  status?: string
  /** In notifications. */
  refund_status?: string
  amount: { refund: number }
}

interface Failure {
  response?: { status: number; data?: { code?: string; message?: string } }
}

/** WeChat Pay, API v3. */
export function wechatChannel(settings: WechatPaySettings, config: Config, clock: Clock): PaymentChannel {
  const { mchId, serial, platformSerial, apiV3Key, appAppId } = settings
  const privateKey = createPrivateKey(settings.privateKey)
  const platformKey = createPublicKey(settings.platformKey)
  const mpAppId = config.wechat.mp.appId
  const notifyUrl = `${config.publicUrl}/api/notify/wechat`
  // It signs what we ask and verifies what is answered. Its declared type knows fewer settings than it takes.
  const { Decorator } = loadPackage<typeof import('wechatpay-axios-plugin')>('wechatpay-axios-plugin')
  const http = Decorator.jsonBased({
    mchid: mchId,
    serial,
    privateKey,
    certs: { [platformSerial]: platformKey },
    ...{ baseURL: settings.url, timeout: timeoutMs },
  } as Parameters<typeof Decorator.jsonBased>[0])

  /** Errors with a code of WeChat's come out as `Failure` for the caller to judge, everything else as ChannelError. */
  async function ask<T>(method: 'GET' | 'POST', url: string, data?: object): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await http.request<T>({ method, url, data })).data
      } catch (error) {
        const { response } = error as Failure
        // On its own errors WeChat asks for the same request again.
        if (response && response.status >= 500 && attempt === 1) continue
        if (response?.data?.code && response.status < 500 && response.status !== 429) throw error
        throw new ChannelError(`WeChat Pay ${url}: ${response?.data?.code ?? (error as Error).message}`)
      }
    }
  }

  const codeOf = (error: unknown) => (error as Failure).response?.data?.code
  const raise = (error: unknown): never => {
    if (!codeOf(error)) throw error
    throw new ChannelError(`WeChat Pay: ${codeOf(error)} ${(error as Failure).response?.data?.message}`)
  }

  const rsa = (text: string) => sign('sha256', Buffer.from(text), privateKey).toString('base64')
  const appIdOf = (way: PayWay) => (way === 'app' ? appAppId : mpAppId)

  function isOurs({ mchid, appid, amount }: Transaction): boolean {
    const ourApp = appid !== '' && (appid === mpAppId || appid === appAppId)
    return mchid === mchId && ourApp && (amount === undefined || amount.currency === 'CNY')
  }

  function refundStanding({ status, refund_status }: Refund): RefundStanding {
    const state = status ?? refund_status ?? ''
    if (state === 'SUCCESS') return { state: 'done' }
    if (state === 'PROCESSING') return { state: 'processing' }
    return { state: 'failed', detail: `WeChat Pay: ${state}` }
  }

  function decrypt(resource: { ciphertext: string; nonce: string; associated_data?: string }): unknown {
    const bytes = Buffer.from(resource.ciphertext, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', apiV3Key, Buffer.from(resource.nonce), { authTagLength: 16 })
    decipher.setAAD(Buffer.from(resource.associated_data ?? '')).setAuthTag(bytes.subarray(-16))
    return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString())
  }

  return {
    async prepay({ no, way, title, cents, expiresAt, payerIp, openid, returnUrl }) {
      const appid = appIdOf(way)
      const body = {
        appid,
        mchid: mchId,
        description: title.slice(0, 40),
        out_trade_no: no,
        time_expire: rfc3339(expiresAt),
        notify_url: notifyUrl,
        amount: { total: cents, currency: 'CNY' },
        ...(way === 'jsapi' && { payer: { openid } }),
        ...(way === 'h5' && { scene_info: { payer_client_ip: payerIp, h5_info: { type: 'Wap' } } }),
      }
      const answer = await ask<{ prepay_id: string; h5_url: string; code_url: string }>(
        'POST',
        `/v3/pay/transactions/${way}`,
        body,
      ).catch((error) => {
        if (codeOf(error) === 'OUT_TRADE_NO_USED') throw new NumberUsed()
        return raise(error)
      })
      const timeStamp = String(clock.now())
      const nonceStr = randomBytes(16).toString('hex')
      const signed = (last: string) => rsa(`${appid}\n${timeStamp}\n${nonceStr}\n${last}\n`)
      if (way === 'native') return { way, codeUrl: answer.code_url }
      if (way === 'h5') return { way, url: `${answer.h5_url}&redirect_url=${encodeURIComponent(returnUrl)}` }
      const prepayId = answer.prepay_id
      if (way === 'app')
        return {
          way,
          appId: appid,
          partnerId: mchId,
          prepayId,
          package: 'Sign=WXPay',
          nonceStr,
          timeStamp,
          sign: signed(prepayId),
        }
      const pack = `prepay_id=${prepayId}`
      return { way: 'jsapi', appId: appid, timeStamp, nonceStr, package: pack, signType: 'RSA', paySign: signed(pack) }
    },

    async query(no): Promise<PaymentStanding> {
      try {
        const found = await ask<Transaction>('GET', `/v3/pay/transactions/out-trade-no/${no}?mchid=${mchId}`)
        if (!isOurs(found) || found.out_trade_no !== no)
          throw new ChannelError(`WeChat Pay answered about another ${no}`)
        // REFUND: it was paid before some of it went back.
        if (found.trade_state === 'SUCCESS' || found.trade_state === 'REFUND')
          return { state: 'paid', no, cents: found.amount!.total, transactionId: found.transaction_id! }
        return { state: found.trade_state === 'CLOSED' || found.trade_state === 'REVOKED' ? 'closed' : 'open' }
      } catch (error) {
        return codeOf(error) === 'ORDER_NOT_EXIST' ? { state: 'missing' } : raise(error)
      }
    },

    async close(no) {
      await ask('POST', `/v3/pay/transactions/out-trade-no/${no}/close`, { mchid: mchId }).catch((error) => {
        if (codeOf(error) !== 'ORDER_CLOSED') raise(error)
      })
    },

    async refund({ no, refundNo, cents, totalCents, reason }) {
      try {
        return refundStanding(
          await ask<Refund>('POST', '/v3/refund/domestic/refunds', {
            out_trade_no: no,
            out_refund_no: refundNo,
            reason: reason.slice(0, 25),
            notify_url: notifyUrl,
            amount: { refund: cents, total: totalCents, currency: 'CNY' },
          }),
        )
      } catch (error) {
        const code = codeOf(error)
        if (!code) throw error
        return { state: 'failed', detail: `WeChat Pay: ${code} ${(error as Failure).response?.data?.message}` }
      }
    },

    async queryRefund(_no, refundNo) {
      try {
        return refundStanding(await ask<Refund>('GET', `/v3/refund/domestic/refunds/${refundNo}`))
      } catch (error) {
        return codeOf(error) === 'RESOURCE_NOT_EXISTS' ? { state: 'missing' } : raise(error)
      }
    },

    readNotice(raw, headers, now) {
      const [timestamp, nonce, from, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map((name) =>
        String(headers[`wechatpay-${name}`] ?? ''),
      ) as [string, string, string, string]
      if (from !== platformSerial) throw new ForgedNotice('serial')
      if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > maxSkew)
        throw new ForgedNotice('timestamp')
      const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), raw, Buffer.from('\n')])
      if (!verify('sha256', text, platformKey, Buffer.from(signature, 'base64'))) throw new ForgedNotice('signature')
      const { event_type: event, resource } = JSON.parse(raw.toString())
      if (event === 'TRANSACTION.SUCCESS') {
        const paid = decrypt(resource) as Transaction
        if (!isOurs(paid)) throw new ForgedNotice('merchant or app')
        if (paid.trade_state !== 'SUCCESS') return { kind: 'other' }
        const { out_trade_no: no, amount, transaction_id: transactionId } = paid
        return { kind: 'paid', no, cents: amount!.total, transactionId: transactionId! }
      }
      if (event === 'REFUND.SUCCESS') {
        const refund = decrypt(resource) as Refund
        if (refund.mchid !== mchId) throw new ForgedNotice('merchant')
        if (refundStanding(refund).state !== 'done') return { kind: 'other' }
        return { kind: 'refunded', refundNo: refund.out_refund_no, cents: refund.amount.refund }
      }
      return { kind: 'other' }
    },
  }
}
