import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { isTaxNo } from '../rules/tax-no'
import { Amount, Count, Done, Id, UnixSeconds } from '../shapes'
import { CurriculumCard } from './catalogue'
import { DiscountOffer } from './coupons'

/** 0 待付款, 1 已完成, 2 已取消, 3 已关闭, 4 退款中, 5 已退款; see rules/order-state. */
export const OrderStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

export const PayChannel = z.enum(['wechat', 'alipay', 'test'])
export type PayChannel = z.infer<typeof PayChannel>

/** Method by which the client continues a payment, depending on the platform. */
export const PayWay = z.enum(['jsapi', 'h5', 'native', 'app', 'wap', 'page', 'cashier'])
export type PayWay = z.infer<typeof PayWay>

/** The client's next step. It never proves a payment: only get_order_status reports a payment. */
export const PayAction = z.discriminatedUnion('way', [
  /** Parameters of WeixinJSBridge's getBrandWCPayRequest. */
  z.object({
    way: z.literal('jsapi'),
    appId: z.string(),
    timeStamp: z.string(),
    nonceStr: z.string(),
    package: z.string(),
    signType: z.literal('RSA'),
    paySign: z.string(),
  }),
  /** Parameters of the app's WeChat SDK. */
  z.object({
    way: z.literal('app'),
    appId: z.string(),
    partnerId: z.string(),
    prepayId: z.string(),
    package: z.string(),
    nonceStr: z.string(),
    timeStamp: z.string(),
    sign: z.string(),
  }),
  /** Shown as a QR code to scan with WeChat. */
  z.object({ way: z.literal('native'), codeUrl: z.string() }),
  /** Redirect URL: WeChat on phones, Alipay on phones, Alipay on desktops. The user returns to pages/buy/result. */
  z.object({ way: z.enum(['h5', 'wap', 'page']), url: z.string() }),
  /** The built-in test cashier; `no` is its payment number. */
  z.object({ way: z.literal('cashier'), no: z.string() }),
])
export type PayAction = z.infer<typeof PayAction>

export const Invoice = z.object({
  kind: z.enum(['personal', 'company']),
  title: z.string(),
  taxNo: z.string(),
  email: z.string(),
  cents: z.int(),
  state: z.enum(['requested', 'issued', 'withdrawn']),
  requestedAt: UnixSeconds,
  issuedAt: UnixSeconds.nullable(),
  /** Expiring URL of the invoice; null if it was sent by e-mail only. */
  file: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

export const Order = z.object({
  id: Id,
  /** Order number shown to users. */
  no: z.string(),
  status: OrderStatus,
  curriculum: CurriculumCard,
  /** Amount when the order was created; the curriculum's price may have changed since. */
  amount: Amount,
  /** Amount to pay, after the coupon. */
  payCents: z.int(),
  /** Coupon used for the order, and the cents of its discount. */
  discount: z.object({ id: Id, title: z.string(), offCents: Count }).nullable(),
  createdAt: UnixSeconds,
  /** An order unpaid at this time closes. */
  expiresAt: UnixSeconds,
  paidAt: UnixSeconds.nullable(),
  channel: PayChannel.nullable(),
})
export type Order = z.infer<typeof Order>

export const OrderInfo = Order.extend({
  now: UnixSeconds,
  timeline: z.array(z.object({ status: OrderStatus, at: UnixSeconds, note: z.string() })),
  /** Outcome of a refund request if it were made now. */
  refundOffer: z.enum(['at-once', 'review', 'none']),
  /** Percent of the curriculum studied or already sent to the user; decides whether a refund is automatic. */
  studiedPercent: z.int(),
  refund: z
    .object({
      /** Awaiting review; in transfer; completed; declined, with the reason of the staff in `note`. */
      state: z.enum(['asked', 'approved', 'done', 'declined']),
      cents: z.int(),
      reason: z.string(),
      note: z.string(),
      askedAt: UnixSeconds,
      doneAt: UnixSeconds.nullable(),
    })
    .nullable(),
  /** Partial refunds: the user keeps access, and the order stays completed. */
  partRefunds: z.array(z.object({ cents: z.int(), at: UnixSeconds, done: z.boolean() })),
  /** Late or duplicate payments, which are refunded automatically. */
  returned: z.array(z.object({ cents: z.int(), at: UnixSeconds, done: z.boolean() })),
  invoice: Invoice.nullable(),
  mayInvoice: z.boolean(),
  mayDelete: z.boolean(),
})
export type OrderInfo = z.infer<typeof OrderInfo>

export const OrderState = z.object({ id: Id, status: OrderStatus, expiresAt: UnixSeconds, now: UnixSeconds })

const OneOrder = z.object({ id: Id })
const Reason = z.string().trim().max(200, { error: '退款原因最多 200 个字' }).default('')

export const CashierTrade = z.object({
  no: z.string(),
  orderId: Id,
  title: z.string(),
  cents: z.int(),
  state: z.enum(['open', 'paid', 'closed']),
})
/** `late` pays after the order has closed; `twice` makes two payments and reports each of them twice. */
export const CashierOutcome = z.enum(['pay', 'fail', 'close', 'late', 'twice'])

export const commerce = calls({
  'GET /v1/pay_channels': call({
    access: 'user',
    source: 'added',
    summary: '当前设备可用的付款方式',
    input: z.object({}),
    data: z.object({
      channels: z.array(z.object({ channel: PayChannel, way: PayWay, title: z.string() })),
      /** If `channels` is empty, the reason shown to users. */
      note: z.string(),
    }),
  }),
  'GET /v1/order_confirm': call({
    access: 'user',
    source: 'added',
    summary: '确认订单页：内容、现价、是否已拥有、可用和不可用的优惠券，以及未付款的同一内容订单',
    input: z.object({ curriculumId: Id }),
    data: z.object({
      item: CurriculumCard,
      order: Order.nullable(),
      /** Usable ones first, largest discount first; empty for owned and free items. */
      discounts: z.array(DiscountOffer),
      /** When the item is taken off the shelf; null if no end is planned. */
      saleEndsAt: UnixSeconds.nullable(),
      now: UnixSeconds,
    }),
    errors: ['curriculum-not-found'],
  }),
  'POST /v1/order_create': call({
    queries: 10,
    access: 'mobile',
    source: 'inferred',
    writes: 'keyed',
    summary: '下单；有未付款的同一内容订单时返回那一单，换了优惠券时取消那一单重新下单',
    input: z.object({
      curriculumId: Id,
      /** Coupon to use; null: no coupon; omitted: the coupon of the unpaid order, if there is one. */
      discountId: Id.nullable().optional(),
    }),
    data: Order,
    errors: ['curriculum-not-found', 'already-owned', 'item-free', 'discount-refused'],
  }),
  'POST /v1/order_pay': call({
    queries: 8,
    access: 'mobile',
    source: 'inferred',
    writes: 'natural',
    summary: '去付款：返回当前设备拉起支付需要的参数',
    input: z.object({
      id: Id,
      channel: PayChannel,
      /** Inside WeChat, if the account is not bound to WeChat: the payer's authorisation code. */
      wechat_code: z.string().trim().min(1).max(200).optional(),
    }),
    data: PayAction,
    errors: [
      'order-not-found',
      'order-not-payable',
      'channel-off',
      'channel-failed',
      'openid-required',
      'wechat-off',
      'wechat-failed',
      'wechat-expired',
      'wechat-snapshot',
    ],
  }),
  'POST /v1/order_cancel': call({
    access: 'user',
    source: 'inferred',
    writes: 'keyed',
    summary: '取消未付款的订单',
    input: OneOrder,
    data: OrderState,
    errors: ['order-not-found', 'order-status-refused'],
  }),
  'POST /v1/order_refund': call({
    access: 'user',
    source: 'inferred',
    writes: 'keyed',
    summary: '申请退款：7 天内且学习不到 20% 立即受理，否则由工作人员审核',
    input: z.object({ id: Id, reason: Reason }),
    data: OrderState,
    errors: ['order-not-found', 'order-status-refused', 'refund-reason-required'],
  }),
  'POST /v1/free_receive': call({
    access: 'mobile',
    source: 'inferred',
    writes: 'keyed',
    summary: '领取免费内容',
    input: z.object({ curriculumId: Id }),
    data: Done,
    errors: ['curriculum-not-found', 'item-not-free'],
  }),
  'GET /v130/order_info': call({
    access: 'user',
    source: 'spec',
    summary: '订单详情',
    input: OneOrder,
    data: OrderInfo,
    errors: ['order-not-found'],
  }),
  'GET /v1/order_list': call({
    access: 'user',
    source: 'spec',
    summary: '我的订单，可按状态筛选',
    input: Paging.extend({ status: z.array(z.int().min(0).max(5)).max(6).optional() }),
    data: pageOf(Order),
  }),
  'POST /v1/order_delete': call({
    access: 'user',
    source: 'spec',
    writes: 'keyed',
    summary: '删除订单记录；待付款和退款中的不能删',
    input: OneOrder,
    data: Done,
    errors: ['order-not-found', 'order-status-refused'],
  }),
  'GET /v1/get_order_status': call({
    access: 'user',
    source: 'spec',
    // Queries the payment service if the order is unpaid, and completes the order if it was paid.
    writes: 'natural',
    summary: '订单状态；未付款时会向支付平台核实',
    input: OneOrder,
    data: OrderState,
    errors: ['order-not-found'],
  }),
  'POST /v1/set_order_status': call({
    access: 'user',
    source: 'spec',
    writes: 'keyed',
    summary: '修改订单状态：2 取消未付款的订单，4 申请退款；其余一律拒绝',
    input: z.object({ id: Id, status: Count, reason: Reason }),
    data: OrderState,
    errors: ['order-not-found', 'order-status-refused', 'refund-reason-required'],
  }),

  'POST /v1/invoice_request': call({
    access: 'user',
    source: 'added',
    writes: 'keyed',
    summary: '申请发票；开具之前可以修改',
    input: z
      .object({
        orderId: Id,
        kind: Invoice.shape.kind,
        title: z.string().trim().min(2, { error: '请填写发票抬头' }).max(100, { error: '抬头最多 100 个字' }),
        taxNo: z.string().trim().toUpperCase().max(30).default(''),
        email: z
          .string()
          .trim()
          .max(200)
          .pipe(z.email({ error: '请填写正确的邮箱' })),
      })
      .refine(({ kind, taxNo }) => kind === 'personal' || isTaxNo(taxNo), { error: '税号不正确，请核对 18 位税号' }),
    data: Invoice,
    errors: ['order-not-found', 'invoice-refused', 'invoice-issued'],
  }),
  'GET /v1/invoice_info': call({
    access: 'user',
    source: 'added',
    summary: '订单的发票；没有申请过时为空',
    input: z.object({ orderId: Id }),
    data: Invoice.nullable(),
    errors: ['order-not-found'],
  }),

  'GET /v1/test_cashier': call({
    access: 'user',
    source: 'added',
    summary: '测试收银台上的一笔付款（仅限开发）',
    input: z.object({ no: z.string().max(32) }),
    data: CashierTrade,
    errors: ['cashier-off', 'payment-not-found'],
  }),
  'POST /v1/test_cashier': call({
    queries: 19,
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '在测试收银台选择付款的结果（仅限开发）',
    input: z.object({ no: z.string().max(32), outcome: CashierOutcome }),
    data: CashierTrade,
    errors: ['cashier-off', 'payment-not-found'],
  }),
})
