import * as z from 'zod'
import { call, calls } from '../../call'
import { Count, CurriculumKind, Done, Id, UnixSeconds } from '../../shapes'
import { ItemBrief } from './coupons'
import { After, cursorPageSchema } from './shapes'

const Shelved = z.object({
  priceCents: z.int().min(0).max(10_000_000, { error: '价格最多 100000 元' }),
  /** Percent of the price to pay; 100: no discount, 0: free. */
  percent: z.number().min(0).max(100),
  onShelf: z.boolean(),
  /** Sale window: before it the item is shown as announced, after it the item is taken off the shelf. */
  startsAt: UnixSeconds,
  endsAt: UnixSeconds.nullable(),
})

export const ShelfItem = Shelved.extend({
  id: Id,
  kind: CurriculumKind,
  title: z.string(),
  cover: z.string().nullable(),
  payCents: Count,
  learners: Count,
  /** Number of paid orders of the last 30 days and their revenue before refunds. */
  sold: Count,
  soldCents: Count,
  /** Position among the recommended items of its kind; null: sorted by score. */
  recommended: z.int().nullable(),
  state: z.enum(['on', 'planned', 'off', 'ended']),
  /** Fields set in the console, which imports do not overwrite, and since when. */
  kept: z.array(z.object({ field: z.string(), at: UnixSeconds })),
})
export type ShelfItem = z.infer<typeof ShelfItem>

export const Collection = z.object({
  id: Id,
  kind: CurriculumKind,
  title: z.string(),
  note: z.string(),
  published: z.boolean(),
  items: z.array(ItemBrief),
})
export type Collection = z.infer<typeof Collection>

const access = { staff: 'catalogue.manage' } as const

export const shelf = calls({
  'GET /staff/v1/shelf_list': call({
    access,
    source: 'added',
    summary: '上架：价格、销售时间、推荐位置和近 30 天的销售',
    input: After.extend({
      keyword: z.string().trim().max(50).default(''),
      kind: CurriculumKind.optional(),
      state: ShelfItem.shape.state.optional(),
    }),
    data: cursorPageSchema(ShelfItem),
  }),
  'POST /staff/v1/shelf_change': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '改价格、折扣、销售时间、上架或下架；之后的导入保留这些字段',
    input: z.object({
      id: Id,
      set: Shelved,
      /** Values shown to the person: if they are no longer current, the change is refused. */
      seen: Shelved,
    }),
    data: ShelfItem,
    errors: ['curriculum-not-found', 'shelf-changed', 'shelf-window'],
  }),
  'POST /staff/v1/shelf_recommend': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '一类内容的推荐顺序：列出的排在最前，其余按综合排序',
    input: z.object({ kind: CurriculumKind, ids: z.array(Id).max(50, { error: '最多推荐 50 项' }) }),
    data: Done,
    errors: ['curriculum-not-found'],
  }),
  'GET /staff/v1/shelf_recommended': call({
    access,
    source: 'added',
    summary: '一类内容现在的推荐顺序',
    input: z.object({ kind: CurriculumKind }),
    data: z.object({ list: z.array(ItemBrief) }),
  }),
  'GET /staff/v1/shelf_items': call({
    access,
    source: 'added',
    summary: '选内容：按名称找一类内容',
    input: z.object({ keyword: z.string().trim().max(50).default(''), kind: CurriculumKind.optional() }),
    data: z.object({ list: z.array(ItemBrief) }),
  }),
  'GET /staff/v1/collection_list': call({
    access,
    source: 'added',
    summary: '首页专题，按显示的顺序',
    input: z.object({}),
    data: z.object({ list: z.array(Collection) }),
  }),
  'POST /staff/v1/collection_save': call({
    access,
    source: 'added',
    writes: 'keyed',
    summary: '新建或修改首页专题；内容必须是同一类',
    input: z.object({
      id: Id.optional(),
      kind: CurriculumKind,
      title: z.string().trim().min(1, { error: '请填写名称' }).max(20, { error: '名称最多 20 个字' }),
      note: z.string().trim().max(20, { error: '说明最多 20 个字' }),
      published: z.boolean(),
      items: z.array(Id).min(1, { error: '请至少选 1 项内容' }).max(12, { error: '最多 12 项内容' }),
    }),
    data: z.object({ id: Id }),
    errors: ['collection-not-found', 'curriculum-not-found'],
  }),
  'POST /staff/v1/collection_order': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '首页专题的顺序',
    input: z.object({ ids: z.array(Id).max(100) }),
    data: Done,
  }),
  'POST /staff/v1/collection_delete': call({
    access,
    source: 'added',
    writes: 'natural',
    summary: '删除首页专题；内容不受影响',
    input: z.object({ id: Id }),
    data: Done,
    errors: ['collection-not-found'],
  }),
})
