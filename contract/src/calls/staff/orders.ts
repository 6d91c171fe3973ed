import * as z from 'zod'
import { call, calls } from '../../call'
import { Count, Id, Ordinal, UnixSeconds } from '../../shapes'
import { OrderStatus } from '../commerce'
import { After, cursorPageSchema, PersonBrief, Reason } from './shapes'

/** Number of an order: date and random digits. */
const OrderNo = z.string().regex(/^\d{20}$/, { error: '订单号是 20 位数字' })

export const StaffOrder = z.object({
  no: z.string(),
  title: z.string(),
  /** The buyer; null if the account was closed. */
  person: PersonBrief.nullable(),
  payCents: Count,
  /** Sum of full and partial refunds, whether completed or in progress. */
  refundedCents: Count,
  status: OrderStatus,
  /** Null before the payment. */
  channel: z.string().nullable(),
  createdAt: UnixSeconds,
  paidAt: UnixSeconds.nullable(),
})
export type StaffOrder = z.infer<typeof StaffOrder>

export const StaffOrderInfo = z.object({
  order: StaffOrder,
  /** Coupon of the order, and the cents of its discount. */
  discount: z.object({ title: z.string(), offCents: Count }).nullable(),
  /** Amount that can still be refunded. */
  leftCents: Count,
  transactionId: z.string(),
  usedPercent: z.int(),
  invoice: z.enum(['requested', 'issued', 'withdrawn']).nullable(),
  /** Above this amount a second person has to approve. */
  secondPersonCents: z.int(),
  /** Id of a refund that waits for a decision in the work queue. */
  work: Id.nullable(),
  /** Oldest first. */
  timeline: z.array(z.object({ status: OrderStatus, at: UnixSeconds, note: z.string() })),
  /** Newest first. */
  refunds: z.array(
    z.object({
      no: z.string(),
      cents: z.int(),
      part: z.boolean(),
      state: z.enum(['asked', 'approved', 'done', 'declined']),
      reason: z.string(),
      /** Reason of a decline, or the payment service's message about a refund that it does not send. */
      note: z.string(),
      /** Nickname of the staff member who started the refund; empty if the buyer requested it. */
      askedBy: z.string(),
      askedAt: UnixSeconds,
      doneAt: UnixSeconds.nullable(),
    }),
  ),
})
export type StaffOrderInfo = z.infer<typeof StaffOrderInfo>

export const orders = calls({
  'GET /staff/v1/order_search': call({
    access: { staff: 'ledger.read' },
    source: 'added',
    summary: '订单，新的在前：按完整的订单号或手机号，或昵称、内容名称的开头',
    input: After.extend({ keyword: z.string().trim().max(50).default(''), status: OrderStatus.optional() }),
    data: cursorPageSchema(StaffOrder),
  }),
  'GET /staff/v1/order_detail': call({
    access: { staff: 'ledger.read' },
    source: 'added',
    summary: '一笔订单：付款、退款、发票和经过',
    input: z.object({ no: OrderNo }),
    data: StaffOrderInfo,
    errors: ['order-not-found'],
  }),
  'POST /staff/v1/order_refund': call({
    access: { staff: 'order.refund', fresh: true },
    source: 'added',
    writes: 'keyed',
    summary:
      '发起退款：买家没有申请时用；不带 cents 时退还没有退的全部并收回学习权限，带 cents 时部分退款；原因会告诉用户；超过限额时进入工作台，等另一位同事同意',
    input: z.object({ no: OrderNo, cents: Ordinal.optional(), reason: Reason }),
    /** `needsSecond`: the refund waits in the work queue for the second of two approvals. */
    data: z.object({ needsSecond: z.boolean(), cents: z.int() }),
    errors: ['order-not-found', 'order-status-refused', 'refund-amount-refused', 'refund-waiting'],
  }),
})
