import type { IncomingHttpHeaders } from 'node:http'
import type { PayAction, PayChannel, PayWay } from '@dxx/contract/calls/commerce'

export interface PrepayRequest {
  /** Our payment number at the service. */
  no: string
  way: PayWay
  title: string
  cents: number
  /** Unix seconds after which the payment is no longer possible. */
  expiresAt: number
  payerIp: string
  /** For `jsapi` only. */
  openid: string
  /** URL to which phones and desktops return. */
  returnUrl: string
}

/** State of a payment at the service. `missing`: unknown to the service, possibly only not yet. */
export type PaymentStanding = { state: 'open' | 'closed' | 'missing' } | ({ state: 'paid' } & PaidNotice)

interface RefundRequest {
  no: string
  refundNo: string
  cents: number
  /** Amount paid. */
  totalCents: number
  reason: string
}

/** `failed`: the service rejects it in the current state; `detail` is for staff. */
export type RefundStanding = { state: 'done' | 'processing' | 'missing' } | { state: 'failed'; detail: string }

export interface PaidNotice {
  no: string
  cents: number
  transactionId: string
}

/** Amount that a service reports with a refund: of this one, or of all refunds of the payment so far. */
export type RefundedAmount = { cents: number } | { totalCents: number }

/** Content of a verified notification. `other`: nothing to act on. */
export type PaymentNotice =
  | ({ kind: 'paid' } & PaidNotice)
  | { kind: 'refunded'; refundNo: string; amount: RefundedAmount }
  | { kind: 'other' }

/** A payment service. Its responses are verified: signature, merchant and app are ours. */
export interface PaymentChannel {
  prepay(request: PrepayRequest): Promise<PayAction>
  query(no: string): Promise<PaymentStanding>
  /**
   * Closes the payment so that it can no longer be paid. Rejects if that failed, for instance because it was just paid.
   */
  close(no: string): Promise<void>
  /** Idempotent by refundNo. */
  refund(request: RefundRequest): Promise<RefundStanding>
  queryRefund(no: string, refundNo: string): Promise<RefundStanding>
  /** Verifies and parses a notification; throws ForgedNotice. */
  readNotice(raw: Buffer, headers: IncomingHttpHeaders, now: number): PaymentNotice
}

/** The service does not respond, or returns an error; the message is for staff. */
export class ChannelError extends Error {}

/** Our number was used before with other parameters; the payment needs a new one. */
export class NumberUsed extends Error {}

/** The notification was not sent by the service, or is for another merchant or app. */
export class ForgedNotice extends Error {}

export type PaymentChannels = Partial<Record<PayChannel, PaymentChannel>>
