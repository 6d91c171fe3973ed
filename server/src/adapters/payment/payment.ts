import type { IncomingHttpHeaders } from 'node:http'
import type { PayAction, PayChannel, PayWay } from '@dxx/contract/calls/commerce'
import type { Clock } from '../../clock'
import type { Config } from '../../config'
import type { Db } from '../../db/connection'
import { alipayChannel } from './alipay'
import { cashierChannel } from './cashier'
import { wechatChannel } from './wechat'

export interface PrepayRequest {
  /** Our number at the payment service. */
  no: string
  way: PayWay
  title: string
  cents: number
  /** Unix seconds after which it can no longer be paid. */
  expiresAt: number
  payerIp: string
  /** For `jsapi` only. */
  openid: string
  /** Where phones and desktops come back to. */
  returnUrl: string
}

/** How a payment stands at the service. `missing`: the service has not heard of it, or not yet. */
export type PaymentStanding = { state: 'open' | 'closed' | 'missing' } | ({ state: 'paid' } & PaidNotice)

export interface RefundRequest {
  no: string
  refundNo: string
  cents: number
  /** What was paid. */
  totalCents: number
  reason: string
}

/** `failed`: the service will not do it as things are; `detail` is for operators. */
export type RefundStanding = { state: 'done' | 'processing' | 'missing' } | { state: 'failed'; detail: string }

export interface PaidNotice {
  no: string
  cents: number
  transactionId: string
}

/** What a verified notification says. `other`: nothing that we act on. */
export type PaymentNotice =
  | ({ kind: 'paid' } & PaidNotice)
  | { kind: 'refunded'; refundNo: string; cents: number }
  | { kind: 'other' }

/** A payment service. What it answers has been verified: signature, merchant and app are ours. */
export interface PaymentChannel {
  prepay(request: PrepayRequest): Promise<PayAction>
  query(no: string): Promise<PaymentStanding>
  /** So that it cannot be paid any more. Rejects where that failed, for instance since it was paid just now. */
  close(no: string): Promise<void>
  /** Repeating it with the same refundNo refunds once. */
  refund(request: RefundRequest): Promise<RefundStanding>
  queryRefund(no: string, refundNo: string): Promise<RefundStanding>
  /** Verifies the bytes and tells what they say; throws ForgedNotice. */
  readNotice(raw: Buffer, headers: IncomingHttpHeaders, now: number): PaymentNotice
}

/** The service does not answer, or answers with an error; the message is for operators. */
export class ChannelError extends Error {}

/** Our number was used before with other parameters; the payment needs a new one. */
export class NumberUsed extends Error {}

/** A notification that the service did not send, or that is about somebody else's merchant or app. */
export class ForgedNotice extends Error {}

export type PaymentChannels = Partial<Record<PayChannel, PaymentChannel>>

interface PaymentEnvironment {
  config: Config
  db: Db
  clock: Clock
}

const made = new WeakMap<Config, PaymentChannels>()

/** The payment services that are configured. */
export function paymentChannels({ config, db, clock }: PaymentEnvironment): PaymentChannels {
  let channels = made.get(config)
  if (!channels) {
    const { wechat, alipay, cashier } = config.payment
    channels = {
      ...(wechat && { wechat: wechatChannel(wechat, config, clock) }),
      ...(alipay && { alipay: alipayChannel(alipay, config, clock) }),
      ...(cashier && { test: cashierChannel(config.secret, db) }),
    }
    made.set(config, channels)
  }
  return channels
}
