import type { IncomingHttpHeaders } from 'node:http'
import type { PayAction, PayChannel, PayWay } from '@dxx/contract/calls/commerce'

export interface PrepayRequest {
  /** The number by which the service knows our payment. */
  no: string
  way: PayWay
  title: string
  cents: number
  /** Unix seconds after which the payment is no longer possible. */
  expiresAt: number
  payerIp: string
  /** Identity of the payer in WeChat; for `jsapi` only. */
  openid: string
  /** URL to which the browser returns after the payment. */
  returnUrl: string
}

/** State of a payment at the service. `missing`: the service does not know the payment, or does not know it yet. */
export type PaymentStanding = { state: 'open' | 'closed' | 'missing' } | ({ state: 'paid' } & PaidNotice)

interface RefundRequest {
  no: string
  refundNo: string
  cents: number
  /** Amount of the whole payment. */
  totalCents: number
  reason: string
}

/** State of a refund. `failed`: the service rejects the refund in its current state; `detail` is for staff. */
export type RefundStanding = { state: 'done' | 'processing' | 'missing' } | { state: 'failed'; detail: string }

export interface PaidNotice {
  no: string
  cents: number
  transactionId: string
}

/** Amount that a service reports with a refund: that of this refund, or of all refunds of the payment so far. */
export type RefundedAmount = { cents: number } | { totalCents: number }

/** Content of a verified notification. `other`: nothing to act on. */
export type PaymentNotice =
  | ({ kind: 'paid' } & PaidNotice)
  | { kind: 'refunded'; refundNo: string; amount: RefundedAmount }
  | { kind: 'other' }

/** A payment service. Its responses are verified: the signature is valid, and merchant and app are ours. */
export interface PaymentChannel {
  prepay(request: PrepayRequest): Promise<PayAction>
  query(no: string): Promise<PaymentStanding>
  /**
   * Closes the payment so that it can no longer be paid. Throws if that fails, for instance because it was just paid.
   */
  close(no: string): Promise<void>
  /** Idempotent: repeated requests with the same refundNo refund once. */
  refund(request: RefundRequest): Promise<RefundStanding>
  queryRefund(no: string, refundNo: string): Promise<RefundStanding>
  /** Verifies and parses a notification; throws ForgedNotice if it is not genuine. */
  readNotice(raw: Buffer, headers: IncomingHttpHeaders, now: number): PaymentNotice
}

/** Thrown if the service does not respond or returns an error; the message is for staff. */
export class ChannelError extends Error {
  constructor(
    message: string,
    /** Whether the service did not respond or failed itself, as opposed to refusing the request. */
    readonly isUnreachable = false,
  ) {
    super(message)
  }
}

/** Thrown if our payment number was used before with other parameters; the payment then needs a new number. */
export class NumberUsed extends Error {}

/** Thrown if a notification was not sent by the service, or is for another merchant or app. */
export class ForgedNotice extends Error {}

export type PaymentChannels = Partial<Record<PayChannel, PaymentChannel>>
