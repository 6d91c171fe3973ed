import * as z from 'zod'
import { call, calls } from '../../call'
import { Count, CurriculumKind, Done, Id, Ordinal, UnixSeconds } from '../../shapes'
import { DiscountTerms } from '../coupons'
import { After, cursorPageSchema, Reason } from './shapes'

export const ItemBrief = z.object({ id: Id, kind: CurriculumKind, title: z.string(), payCents: Count })
export type ItemBrief = z.infer<typeof ItemBrief>

const Title = z.string().trim().min(1, { error: '请填写名称' }).max(40, { error: '名称最多 40 个字' })
const Items = z.array(Id).max(200, { error: '最多选 200 项内容' })
/** At most ¥100 000. */
const Cents = z.int().min(0).max(10_000_000, { error: '金额最多 100000 元' })

export const StaffDiscount = DiscountTerms.extend({
  id: Id,
  title: z.string(),
  audience: z.enum(['all', 'student']),
  perUser: Ordinal,
  stock: Count.nullable(),
  startsAt: UnixSeconds,
  endsAt: UnixSeconds,
  /** Items that the coupon is valid for; empty: all items. */
  items: z.array(ItemBrief),
  /** Orders that use the coupon up: unpaid, completed or being refunded. */
  used: Count,
  /** Sums over completed orders: the discount of the coupon, and the amount paid. */
  totalOffCents: Count,
  totalPaidCents: Count,
  createdAt: UnixSeconds,
  revokedAt: UnixSeconds.nullable(),
  revokeReason: z.string(),
  state: z.enum(['planned', 'live', 'sold-out', 'ended', 'revoked']),
})
export type StaffDiscount = z.infer<typeof StaffDiscount>

export const CodeBatch = z.object({
  id: Id,
  title: z.string(),
  items: z.array(ItemBrief),
  total: Count,
  used: Count,
  createdAt: UnixSeconds,
  expiresAt: UnixSeconds,
  revokedAt: UnixSeconds.nullable(),
})
export type CodeBatch = z.infer<typeof CodeBatch>

const access = { staff: 'coupon.manage' } as const

export const staffCoupons = calls({
  'GET /staff/v1/item_search': call({
    access,
    source: 'added',
    summary: '选内容：按名称找课程、书和题库',
    input: z.object({ keyword: z.string().trim().max(50).default(''), kind: CurriculumKind.optional() }),
    data: z.object({ list: z.array(ItemBrief) }),
  }),
  'GET /staff/v1/discount_list': call({
    access,
    source: 'added',
    summary: '优惠券，新的在前，带用量和让利',
    input: After.extend({
      keyword: z.string().trim().max(50).default(''),
      state: z.enum(['all', 'open', 'over']).default('all'),
    }),
    data: cursorPageSchema(StaffDiscount),
  }),
  'POST /staff/v1/discount_save': call({
    access,
    source: 'added',
    writes: 'keyed',
    summary: '新建或修改优惠券；有人用过后，优惠和门槛不能再改',
    input: DiscountTerms.extend({
      /** Unset: a new coupon. */
      id: Id.optional(),
      title: Title,
      offCents: Cents,
      percent: z.int().min(1).max(100),
      capCents: Cents.min(1, { error: '最多减的金额要大于 0' }).nullable(),
      minCents: Cents,
      audience: StaffDiscount.shape.audience,
      perUser: z.int().min(1, { error: '每人至少 1 次' }).max(100, { error: '每人最多 100 次' }),
      stock: z.int().min(1, { error: '总量至少 1 张' }).max(1_000_000, { error: '总量最多 1000000 张' }).nullable(),
      startsAt: UnixSeconds,
      endsAt: UnixSeconds,
      items: Items,
    })
      .refine(({ startsAt, endsAt }) => endsAt > startsAt, { error: '结束时间要晚于开始时间' })
      .refine(({ kind, offCents }) => kind === 'percent' || offCents > 0, { error: '请填写减多少钱' })
      .refine(({ kind, percent }) => kind === 'amount' || percent < 100, { error: '折扣要在 0.1 折到 9.9 折之间' }),
    data: z.object({ id: Id }),
    errors: ['discount-not-found', 'discount-fixed', 'discount-ended', 'curriculum-not-found'],
  }),
  'POST /staff/v1/discount_revoke': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '停用优惠券：不能再用，已下的订单不变',
    input: z.object({ id: Id, reason: Reason }),
    data: Done,
    errors: ['discount-not-found'],
  }),
  'GET /staff/v1/code_batch_list': call({
    access,
    source: 'added',
    summary: '各批兑换码，新的在前，带使用情况',
    input: After,
    data: cursorPageSchema(CodeBatch),
  }),
  'POST /staff/v1/code_batch_create': call({
    access: { ...access, fresh: true },
    source: 'added',
    // The codes are not stored, so a repeated request cannot return them; because of `id` it creates no second batch.
    writes: 'natural',
    summary: '生成一批兑换码：码只在这一次答复里',
    input: z.object({
      /** Chosen by the client. */
      id: Id,
      title: Title,
      count: z.int().min(1, { error: '至少 1 个' }).max(10_000, { error: '一批最多 10000 个' }),
      expiresAt: UnixSeconds,
      items: Items.min(1, { error: '请选择要开通的内容' }),
    }),
    data: z.object({ codes: z.array(z.string()), link: z.string() }),
    errors: ['code-batch-made', 'curriculum-not-found', 'code-batch-expired'],
  }),
  'POST /staff/v1/code_batch_revoke': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '停用一批兑换码里没用过的码；已经兑换的不变',
    input: z.object({ id: Id, reason: Reason }),
    data: z.object({ unused: Count }),
    errors: ['code-batch-not-found'],
  }),
})
