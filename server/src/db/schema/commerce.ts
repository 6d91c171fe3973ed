import type { PayChannel, PayWay } from '@dxx/contract/calls/commerce'
import type { OrderActor, OrderStatus } from '@dxx/contract/rules/order-state'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migrations 0006, 0039, 0062 and 0064. */
export interface CommerceSchema {
  orders: Orders
  order_events: OrderEvents
  payments: Payments
  refunds: Refunds
  money_events: MoneyEvents
  invoices: Invoices
  discounts: Discounts
  discount_items: DiscountItems
  daily_sales: DailySales
  channel_sales: ChannelSales
  coupon_batches: CouponBatches
  coupon_items: CouponItems
  coupons: Coupons
  cashier_trades: CashierTrades
  cashier_refunds: CashierRefunds
}

interface Orders {
  id: GeneratedAlways<number>
  uid: Generated<string>
  no: string
  user_id: number
  curriculum_id: number
  title: string
  price_cents: number
  discount_percent: number
  pay_cents: number
  status: Generated<OrderStatus>
  created_at: number
  expires_at: number
  paid_at: number | null
  deleted_at: number | null
  discount_id: number | null
  off_cents: Generated<number>
}

interface OrderEvents {
  id: GeneratedAlways<number>
  order_id: ColumnType<number, number, never>
  status: ColumnType<OrderStatus, OrderStatus, never>
  actor: ColumnType<OrderActor, OrderActor, never>
  note: ColumnType<string, string, never>
  at: ColumnType<number, number, never>
}

interface Payments {
  id: GeneratedAlways<number>
  no: string
  order_id: number
  channel: PayChannel
  way: PayWay
  cents: number
  state: Generated<'open' | 'paid' | 'closed'>
  transaction_id: string | null
  created_at: number
  expires_at: number
  paid_at: number | null
  settles: Generated<boolean>
  check_at: number | null
}

interface Refunds {
  id: GeneratedAlways<number>
  no: string
  order_id: number
  payment_id: number
  kind: 'order' | 'surplus'
  cents: number
  state: 'asked' | 'approved' | 'done' | 'declined'
  reason: string
  note: Generated<string>
  asked_at: number
  done_at: number | null
  check_at: number | null
  part: Generated<boolean>
  /** Staff member who requested the refund; null if no staff member did. */
  asked_by: number | null
}

interface MoneyEvents {
  id: GeneratedAlways<number>
  order_id: ColumnType<number, number, never>
  payment_id: ColumnType<number, number, never>
  refund_id: ColumnType<number | null, number | null, never>
  cents: ColumnType<number, number, never>
  at: ColumnType<number, number, never>
}

interface Invoices {
  order_id: number
  kind: 'personal' | 'company'
  title: string
  tax_no: string
  email: string
  cents: number
  state: Generated<'requested' | 'issued' | 'withdrawn'>
  requested_at: number
  issued_at: number | null
  file_id: number | null
}

interface CouponBatches {
  id: GeneratedAlways<number>
  uid: Generated<string>
  title: string
  expires_at: number
  created_at: number
  revoked_at: number | null
  created_by: number | null
}

interface Discounts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  title: string
  kind: 'amount' | 'percent'
  off_cents: Generated<number>
  percent: Generated<number>
  cap_cents: number | null
  min_cents: Generated<number>
  audience: Generated<'all' | 'student'>
  per_user: number
  stock: number | null
  starts_at: number
  ends_at: number
  created_by: number | null
  created_at: number
  revoked_at: number | null
  revoke_reason: Generated<string>
}

interface DiscountItems {
  discount_id: number
  curriculum_id: number
}

interface CouponItems {
  batch_id: number
  curriculum_id: number
}

interface Coupons {
  id: GeneratedAlways<number>
  uid: Generated<string>
  batch_id: number
  code_hash: Buffer
  used_by: number | null
  used_at: number | null
}

interface CashierTrades {
  no: string
  cents: number
  state: Generated<'open' | 'paid' | 'closed'>
}

interface CashierRefunds {
  refund_no: string
  no: string
  cents: number
}

interface ChannelSales extends DailySales {
  channel: 'web' | 'wechat' | 'app'
}

interface DailySales {
  day: ColumnType<Date, string, string>
  curriculum_id: number
  /**
   * Number of this row: the count is divided among several rows, so that buyers of the same item do not wait for one
   * another.
   */
  part: Generated<number>
  payments: number
  cents: number
  refunds: number
  refund_cents: number
}
