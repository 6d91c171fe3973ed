import { z } from 'zod'
import { call, calls } from '../call'
import { Paging, pageOf } from '../paging'
import { Id, UnixSeconds } from '../shapes'
import { CurriculumCard } from './catalogue'

const Code = z.string().trim().min(1, { error: '请输入兑换码' }).max(300, { error: '这不是兑换码' })
const couponErrors = ['coupon-invalid', 'coupon-used', 'coupon-expired', 'coupon-owned'] as const

export const CouponExchange = z.object({ id: Id, title: z.string(), at: UnixSeconds, items: z.array(CurriculumCard) })
export type CouponExchange = z.infer<typeof CouponExchange>

export const coupons = calls({
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
