import * as z from 'zod'
import { call, calls } from '../../call'
import { CurriculumKind, Id } from '../../shapes'

const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, { error: '日期应形如 2026-09-01' })
const Sum = z.object({ payments: z.int(), cents: z.int(), refunds: z.int(), refundCents: z.int() })

/** Where the payer paid. Alipay in the Android app opens its web page and counts as `web`. */
export const SalesChannel = z.enum(['web', 'wechat', 'app'], { error: '没有这个渠道' })
export type SalesChannel = z.infer<typeof SalesChannel>

export const SoldItem = Sum.extend({
  id: Id,
  kind: CurriculumKind,
  title: z.string(),
  /** Number of times that an exchange code opened the item; no money was paid. */
  exchanges: z.int(),
})
export type SoldItem = z.infer<typeof SoldItem>

export const sales = calls({
  'GET /staff/v1/sales': call({
    access: { staff: 'ledger.read' },
    source: 'added',
    summary: '销售：一段时间里每天、每个渠道和每项内容的收款与退款，来自每日汇总；兑换码只有次数',
    input: z
      .object({
        from: Day,
        to: Day,
        item: Id.optional(),
        channel: SalesChannel.optional(),
        /** Maximum number of items in the response; an export requests all. */
        most: z.int().min(1).max(5000).default(200),
      })
      .refine(({ from, to }) => to >= from, { error: '结束日期要不早于开始日期' })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 366 * 86_400_000, { error: '一次最多看 366 天' }),
    data: z.object({
      total: Sum,
      /** Every day of the period, oldest first. */
      days: z.array(Sum.extend({ day: z.string() })),
      /** Sums of all channels, even if one channel is chosen. */
      channels: z.array(Sum.extend({ channel: SalesChannel })),
      /** Exchange codes used in the period; not counted if a channel is chosen. */
      exchanges: z.int(),
      /** Highest revenue first. */
      items: z.array(SoldItem),
      /** Number of items, including those beyond `most`. */
      itemCount: z.int(),
    }),
    errors: ['curriculum-not-found'],
  }),
  'GET /staff/v1/ledger_check': call({
    access: { staff: 'ledger.read' },
    source: 'added',
    summary: '账目核对：每笔订单的收退款与应有的金额、每日汇总与总账是否一致',
    input: z.object({}),
    data: z.object({
      orders: z.int(),
      heldCents: z.int(),
      /** Orders whose ledger sum is wrong; empty if all match. */
      mismatches: z.array(z.object({ no: z.string(), held: z.int(), expected: z.int() })),
      /** Orders whose price is not the sum of the amount to pay and the coupon. */
      wrongPrices: z.array(z.string()),
      /** Daily sales that differ from the ledger of their day. */
      wrongDays: z.array(z.string()),
    }),
  }),
})
