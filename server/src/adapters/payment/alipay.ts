import { parseAmount } from '@dxx/contract/rules/amount'
import { formatExactTime } from '@dxx/contract/rules/time-from'
import type { AlipayRequestError, AlipaySdk } from 'alipay-sdk'
import type { Clock } from '../../base/clock'
import { loadPackage } from '../../base/load-package'
import { ChannelError, ForgedNotice, type PaymentChannel, type PaymentNotice, type RefundStanding } from './payment'
import type { AlipaySettings } from './settings'

const timeoutMs = 8000

/** Alipay formats yuan with two decimals. */
const yuanText = (cents: number) => (cents / 100).toFixed(2)
const centsOf = (yuan: string) => parseAmount(yuan).list

/** Alipay: payment pages are signed URLs; all other requests use API v3. */
export function alipayChannel(settings: AlipaySettings, publicUrl: string, clock: Clock): PaymentChannel {
  const sdk = createSdk(settings)
  const notifyUrl = `${publicUrl}/api/notify/alipay`

  /** Returns null for errors with one of the expected codes; throws ChannelError for all others. */
  async function ask<T>(path: string, body: object, ...expected: string[]): Promise<T | null> {
    try {
      return (await sdk.curl<T>('POST', `/v3/alipay/trade/${path}`, { body: body as Record<string, unknown> })).data
    } catch (error) {
      const { code, message } = error as AlipayRequestError
      if (code !== undefined && expected.includes(code)) return null
      throw new ChannelError(`Alipay ${path}: ${code ?? ''} ${message}`, code === undefined)
    }
  }

  return {
    async prepay({ no, way, title, cents, expiresAt, returnUrl }) {
      const [method, product] =
        way === 'wap'
          ? (['alipay.trade.wap.pay', 'QUICK_WAP_WAY'] as const)
          : (['alipay.trade.page.pay', 'FAST_INSTANT_TRADE_PAY'] as const)
      const url = sdk.pageExecute(method, 'GET', {
        // Given explicitly, because the library would use the server's time zone.
        timestamp: formatExactTime(clock.now()),
        notifyUrl,
        returnUrl,
        bizContent: {
          out_trade_no: no,
          product_code: product,
          subject: title.slice(0, 100),
          total_amount: yuanText(cents),
          time_expire: formatExactTime(expiresAt),
        },
      })
      return { way: way === 'wap' ? 'wap' : 'page', url }
    },

    async query(no) {
      const found = await ask<{ trade_no: string; out_trade_no: string; trade_status: string; total_amount: string }>(
        'query',
        { out_trade_no: no },
        'ACQ.TRADE_NOT_EXIST',
      )
      if (!found) return { state: 'missing' }
      if (found.out_trade_no !== no) throw new ChannelError(`Alipay answered about another ${no}`)
      if (found.trade_status === 'TRADE_SUCCESS' || found.trade_status === 'TRADE_FINISHED')
        return { state: 'paid', no, cents: centsOf(found.total_amount), transactionId: found.trade_no }
      return { state: found.trade_status === 'TRADE_CLOSED' ? 'closed' : 'open' }
    },

    async close(no) {
      // Alipay creates the trade when the payer logs in; before that there is nothing to close.
      await ask('close', { out_trade_no: no }, 'ACQ.TRADE_NOT_EXIST')
    },

    async refund({ no, refundNo, cents, reason }): Promise<RefundStanding> {
      const done = await ask<{ fund_change: string }>('refund', {
        out_trade_no: no,
        out_request_no: refundNo,
        refund_amount: yuanText(cents),
        refund_reason: reason,
      })
      // `N`: this request moved no money, but an earlier one may have; queryRefund checks that.
      return { state: done?.fund_change === 'Y' ? 'done' : 'processing' }
    },

    async queryRefund(no, refundNo) {
      const found = await ask<{ refund_status?: string }>(
        'fastpay/refund/query',
        { out_trade_no: no, out_request_no: refundNo },
        'ACQ.TRADE_NOT_EXIST',
      )
      return { state: found?.refund_status === 'REFUND_SUCCESS' ? 'done' : 'missing' }
    },

    readNotice: (raw) => readNotice(sdk, settings, raw),
  }
}

function createSdk(settings: AlipaySettings): AlipaySdk {
  // A line break at the end is removed, because the library would parse an empty last line.
  const privateKey = settings.privateKey.trim()
  const { AlipaySdk } = loadPackage<typeof import('alipay-sdk')>('alipay-sdk')
  return new AlipaySdk({
    appId: settings.appId,
    privateKey,
    keyType: privateKey.startsWith('-----BEGIN RSA ') ? 'PKCS1' : 'PKCS8',
    alipayPublicKey: settings.publicKey.trim(),
    gateway: `${settings.endpoint}/gateway.do`,
    endpoint: settings.endpoint,
    timeout: timeoutMs,
  })
}

/** Verifies and parses a notification. Throws ForgedNotice if it is not from Alipay, or for another app or seller. */
function readNotice(sdk: AlipaySdk, { appId, sellerId }: AlipaySettings, raw: Buffer): PaymentNotice {
  const notice = Object.fromEntries(new URLSearchParams(raw.toString())) as Record<string, string | undefined>
  // The library would accept an older, weaker signature type if the sender names it.
  if (notice.sign_type !== 'RSA2' || !sdk.checkNotifySignV2(notice)) throw new ForgedNotice('signature')
  if (notice.app_id !== appId || notice.seller_id !== sellerId) throw new ForgedNotice('app or seller')
  const { out_trade_no: no, out_biz_no: refundNo, trade_no: transactionId, trade_status: status } = notice
  // Alipay sends the sum of all refunds of the trade, even in the notification of a partial refund.
  if (refundNo && notice.refund_fee)
    return { kind: 'refunded', refundNo, amount: { totalCents: centsOf(notice.refund_fee) } }
  if (!no || !transactionId || (status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED')) return { kind: 'other' }
  return { kind: 'paid', no, cents: centsOf(notice.total_amount ?? ''), transactionId }
}
