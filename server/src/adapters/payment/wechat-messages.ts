import { createDecipheriv, type KeyObject, verify } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { ForgedNotice, type PaymentNotice, type RefundStanding } from './payment'

/** Maximum age of a notification in seconds; an older one is treated as a replay. */
const maxSkew = 300

export interface Transaction {
  mchid: string
  appid: string
  out_trade_no: string
  transaction_id?: string
  trade_state: string
  amount?: { total: number; currency: string }
}

export interface Refund {
  mchid?: string
  out_refund_no: string
  /** State in responses to our requests. */
  status?: string
  /** State in notifications. */
  refund_status?: string
  amount: { refund: number }
}

export interface Merchant {
  mchId: string
  /** App ids of the official account and of the mobile app; '' if not configured. */
  appIds: readonly string[]
}

export function isOurs({ mchId, appIds }: Merchant, { mchid, appid, amount }: Transaction): boolean {
  const ourApp = appid !== '' && appIds.includes(appid)
  return mchid === mchId && ourApp && (amount === undefined || amount.currency === 'CNY')
}

export function refundStanding({ status, refund_status }: Refund): RefundStanding {
  const state = status ?? refund_status ?? ''
  if (state === 'SUCCESS') return { state: 'done' }
  if (state === 'PROCESSING') return { state: 'processing' }
  return { state: 'failed', detail: `WeChat Pay: ${state}` }
}

/** Throws ForgedNotice unless WeChat Pay signed these bytes within the last five minutes. */
export function verifyNotice(
  raw: Buffer,
  headers: IncomingHttpHeaders,
  now: number,
  platform: { serial: string; key: KeyObject },
): void {
  const [timestamp, nonce, from, signature] = ['timestamp', 'nonce', 'serial', 'signature'].map((name) =>
    String(headers[`wechatpay-${name}`] ?? ''),
  ) as [string, string, string, string]
  if (from !== platform.serial) throw new ForgedNotice('serial')
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - now) > maxSkew) throw new ForgedNotice('timestamp')
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), raw, Buffer.from('\n')])
  if (!verify('sha256', text, platform.key, Buffer.from(signature, 'base64'))) throw new ForgedNotice('signature')
}

/** Decrypts a verified notification; throws ForgedNotice if it is for another merchant or app. */
export function readVerifiedNotice(raw: Buffer, merchant: Merchant, apiV3Key: string): PaymentNotice {
  const { event_type: event, resource } = JSON.parse(raw.toString())
  if (event === 'TRANSACTION.SUCCESS') {
    const paid = decrypt(resource, apiV3Key) as Transaction
    if (!isOurs(merchant, paid)) throw new ForgedNotice('merchant or app')
    if (paid.trade_state !== 'SUCCESS') return { kind: 'other' }
    const { out_trade_no: no, amount, transaction_id: transactionId } = paid
    return { kind: 'paid', no, cents: amount!.total, transactionId: transactionId! }
  }
  if (event === 'REFUND.SUCCESS') {
    const refund = decrypt(resource, apiV3Key) as Refund
    if (refund.mchid !== merchant.mchId) throw new ForgedNotice('merchant')
    if (refundStanding(refund).state !== 'done') return { kind: 'other' }
    return { kind: 'refunded', refundNo: refund.out_refund_no, amount: { cents: refund.amount.refund } }
  }
  return { kind: 'other' }
}

function decrypt(resource: { ciphertext: string; nonce: string; associated_data?: string }, apiV3Key: string): unknown {
  const bytes = Buffer.from(resource.ciphertext, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', apiV3Key, Buffer.from(resource.nonce), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(resource.associated_data ?? '')).setAuthTag(bytes.subarray(-16))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString())
}
