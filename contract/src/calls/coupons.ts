import * as z from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Count, Id, UnixSeconds } from '../shapes'
import { CurriculumCard } from './catalogue'

const Code = z.string().trim().min(1, { error: '请输入兑换码' }).max(300, { error: '这不是兑换码' })
const couponErrors = ['coupon-invalid', 'coupon-used', 'coupon-expired', 'coupon-revoked', 'coupon-owned'] as const

export const CouponExchange = z.object({ id: Id, title: z.string(), at: UnixSeconds, items: z.array(CurriculumCard) })
export type CouponExchange = z.infer<typeof CouponExchange>

/** Terms of a discount coupon, see rules/discount. */
export const DiscountTerms = z.object({
  kind: z.enum(['amount', 'percent']),
  offCents: Count,
  percent: Count,
  capCents: Count.nullable(),
  minCents: Count,
})

export const Discount = DiscountTerms.extend({
  id: Id,
  title: z.string(),
  startsAt: UnixSeconds,
  endsAt: UnixSeconds,
  /** 「全部内容」, or the titles of the items for which the coupon is valid. */
  scope: z.string(),
  /** How often this user may still use the coupon. */
  left: Count,
})
export type Discount = z.infer<typeof Discount>

/** A coupon at the checkout of one item. */
export const DiscountOffer = Discount.extend({
  /** Cents of the discount; 0 if the coupon cannot be used. */
  off: Count,
  /** Why the coupon cannot be used for this item; empty if nothing prevents it. */
  why: z.string(),
})
export type DiscountOffer = z.infer<typeof DiscountOffer>

export const OwnDiscount = Discount.extend({
  /** State `ended`: why the coupon can no longer be used. */
  why: z.string(),
  /** State `used`: the order that used the coupon. */
  order: z.object({ id: Id, title: z.string(), offCents: Count, at: UnixSeconds }).nullable(),
})
export type OwnDiscount = z.infer<typeof OwnDiscount>

export const coupons = calls({
  'GET /v1/discount_list': call({
    access: 'user',
    source: 'added',
    summary: '我的优惠券：可用的先到期的在前，用过的和失效的新的在前',
    input: Paging.extend({ state: z.enum(['usable', 'used', 'ended']).default('usable') }),
    data: pageOf(OwnDiscount),
  }),
  'GET /v1/coupon_bind_curriculum': call({
    access: 'mobile',
    source: 'spec',
    summary: '兑换前查看：这个码能开通哪些内容',
    input: z.object({ code: Code }),
    data: z.object({ title: z.string(), expiresAt: UnixSeconds, items: z.array(CurriculumCard) }),
    errors: couponErrors,
  }),
  'POST /v1/coupon_exchange': call({
    access: 'mobile',
    source: 'spec',
    writes: 'natural',
    summary: '用输入的码兑换；重复提交自己刚用的码，答复相同',
    input: z.object({ code: Code }),
    data: CouponExchange,
    errors: couponErrors,
  }),
  'POST /v1/coupon_exchange_scan': call({
    access: 'mobile',
    source: 'spec',
    writes: 'natural',
    summary: '用扫到的内容兑换：码本身，或带码的链接',
    input: z.object({ text: Code }),
    data: CouponExchange,
    errors: couponErrors,
  }),
  'GET /v1/coupon_exchange_record': call({
    access: 'user',
    source: 'spec',
    summary: '我的兑换记录',
    input: Paging,
    data: pageOf(CouponExchange),
  }),
})
