import type { ItemBrief } from '@dxx/contract/calls/staff/coupons'
import type { ShelfItem, shelf } from '@dxx/contract/calls/staff/shelf'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../base/escape-like'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { markConsoleFields } from '../../db/console-fields'
import { publicUrl } from '../media/public'
import { itemBrief, itemBriefs, searchItems } from './item-briefs'

const day = 86_400

interface Row {
  id: number
  uid: string
  kind: CurriculumKind
  slug: string
  title: string
  price_cents: number
  discount_percent: number
  pay_cents: number
  published: boolean
  published_at: number
  sale_ends_at: number | null
  learners: number
  recommended: number | null
  cover_key: string | null
  sold: number
  sold_cents: number
  kept: { field: string; at: number }[]
}

const stateSql = (now: number) => sql<ShelfItem['state']>`
  case when c.published and c.published_at > ${now} then 'planned' when c.published then 'on'
    when c.sale_ends_at <= ${now} then 'ended' else 'off' end`

function stateOf(row: Row, now: number): ShelfItem['state'] {
  if (row.published) return row.published_at > now ? 'planned' : 'on'
  return row.sale_ends_at !== null && row.sale_ends_at <= now ? 'ended' : 'off'
}

const selectItems = (now: number, where: RawBuilder<boolean>, page: RawBuilder<unknown>) => sql<Row>`
  select c.id, c.uid, c.kind, c.slug, c.title, c.price_cents, c.discount_percent::float8 as discount_percent,
    c.pay_cents, c.published, c.published_at, c.sale_ends_at, c.learners, c.recommended, m.key as cover_key,
    coalesce(o.sold, 0)::int as sold, coalesce(o.cents, 0)::int as sold_cents,
    coalesce((select jsonb_agg(jsonb_build_object('field', f.field, 'at', f.set_at) order by f.field)
      from console_fields f where f.target = 'curricula ' || c.kind || '/' || c.slug), '[]') as kept
  from curricula c left join media m on m.id = c.cover_id left join lateral (
    select count(*) as sold, sum(o.pay_cents) as cents from orders o
    where o.curriculum_id = c.id and o.paid_at > ${now - 30 * day}) o on true
  where ${where} ${page}`

const shape = (row: Row, now: number): ShelfItem => ({
  id: row.uid,
  kind: row.kind,
  title: row.title,
  cover: row.cover_key === null ? null : publicUrl(row.cover_key),
  priceCents: row.price_cents,
  percent: row.discount_percent,
  payCents: row.pay_cents,
  onShelf: row.published,
  startsAt: row.published_at,
  endsAt: row.sale_ends_at,
  learners: row.learners,
  sold: row.sold,
  soldCents: row.sold_cents,
  recommended: row.recommended,
  state: stateOf(row, now),
  kept: row.kept,
})

type ListInput = Parameters<Handlers<typeof shelf>['GET /staff/v1/shelf_list']>[1]

async function listShelf(db: Db, { keyword, kind, state, after, limit }: ListInput, now: number) {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
  const where = sql<boolean>`c.title ilike ${`%${escapeLike(keyword)}%`}
    and (${kind ?? null}::text is null or c.kind = ${kind ?? null}::text)
    and (${state ?? null}::text is null or ${stateSql(now)} = ${state ?? null}::text)`
  const { rows } = await selectItems(
    now,
    sql`${where} and c.id < ${after === undefined ? Number.MAX_SAFE_INTEGER : Number(after)}`,
    sql`order by c.id desc limit ${limit + 1}`,
  ).execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select from curricula c where ${where} limit ${totalMax}) counted`.execute(db)
  const shown = rows.slice(0, limit)
  return {
    list: shown.map((row) => shape(row, now)),
    next: rows.length > limit ? String(shown.at(-1)!.id) : null,
    total: counted[0]!.total,
  }
}

type Shelved = Pick<ShelfItem, 'priceCents' | 'percent' | 'onShelf' | 'startsAt' | 'endsAt'>

/** Columns of the fields, as imports and `console_fields` name them. */
const columns = {
  priceCents: 'price_cents',
  percent: 'discount_percent',
  onShelf: 'published',
  startsAt: 'published_at',
  endsAt: 'sale_ends_at',
} as const satisfies Record<keyof Shelved, string>

const fields = Object.keys(columns) as (keyof Shelved)[]

async function change(
  ctx: StaffCtx,
  { id, set, seen }: { id: string; set: Shelved; seen: Shelved },
): Promise<ShelfItem> {
  const { db, user, clock } = ctx
  const now = clock.now()
  const read = async () => (await selectItems(now, sql`c.uid = ${id}::uuid`, sql``).execute(db)).rows[0]
  await db.selectFrom('curricula').select('id').where('uid', '=', id).forUpdate().executeTakeFirst()
  const row = (await read()) ?? fail('curriculum-not-found')
  const before = shape(row, now)
  const changed = fields.filter((field) => set[field] !== before[field])
  // A repetition of the same change finds its own values stored, so it is not a conflict.
  if (changed.length > 0 && fields.some((field) => seen[field] !== before[field])) fail('shelf-changed')
  if (set.endsAt !== null && (set.endsAt <= set.startsAt || (set.onShelf && set.endsAt <= now))) fail('shelf-window')
  if (changed.length === 0) {
    ctx.audit(null)
    return before
  }
  await db
    .updateTable('curricula')
    .set(Object.fromEntries(changed.map((field) => [columns[field], set[field]])))
    .where('id', '=', row.id)
    .execute()
  const names = changed.map((field) => columns[field])
  await markConsoleFields(db, `curricula ${row.kind}/${row.slug}`, names, user.id, now)
  const only = (values: Shelved) => Object.fromEntries(changed.map((field) => [field, values[field]]))
  ctx.audit({
    target: { kind: 'curriculum', id, name: row.title },
    before: only(before),
    after: only(set),
  })
  return shape((await read())!, now)
}

/** Row ids in the order of the uids; rejects unknown uids and uids of another kind. */
async function idsOf(db: Db, kind: CurriculumKind, uids: string[]): Promise<number[]> {
  const rows =
    uids.length === 0
      ? []
      : await db
          .selectFrom('curricula')
          .select(['id', 'uid'])
          .where('uid', 'in', uids)
          .where('kind', '=', kind)
          .execute()
  const byUid = new Map(rows.map(({ id, uid }) => [uid, id]))
  return [...new Set(uids)].map((uid) => byUid.get(uid) ?? fail('curriculum-not-found'))
}

type SavedCollection = Parameters<Handlers<typeof shelf>['POST /staff/v1/collection_save']>[1]

async function saveCollection(ctx: StaffCtx, { id: uid, items, ...saved }: SavedCollection) {
  const { db, clock } = ctx
  const ids = await idsOf(db, saved.kind, items)
  const values = { ...saved, updated_at: clock.now() }
  const row =
    uid === undefined
      ? await db
          .insertInto('collections')
          .values({ ...values, position: sql<number>`(select coalesce(max(position), 0) + 1 from collections)` })
          .returning(['id', 'uid'])
          .executeTakeFirstOrThrow()
      : await db
          .updateTable('collections')
          .set(values)
          .where('uid', '=', uid)
          .returning(['id', 'uid'])
          .executeTakeFirst()
  if (!row) return fail('collection-not-found')
  await db.deleteFrom('collection_items').where('collection_id', '=', row.id).execute()
  await db
    .insertInto('collection_items')
    .values(ids.map((curriculum_id, position) => ({ collection_id: row.id, curriculum_id, position })))
    .execute()
  ctx.audit({
    target: { kind: 'collection', id: row.uid, name: saved.title },
    after: { published: saved.published, count: ids.length },
  })
  return { id: row.uid }
}

export const shelfHandlers: Handlers<typeof shelf> = {
  'GET /staff/v1/shelf_list': ({ db, clock }, input) => listShelf(db, input, clock.now()),
  'POST /staff/v1/shelf_change': change,

  'GET /staff/v1/shelf_recommended': async ({ db }, { kind }) => ({
    list: await itemBriefs(db, sql`c.kind = ${kind} and c.recommended is not null`, sql`order by c.recommended, c.id`),
  }),
  'POST /staff/v1/shelf_recommend': async (ctx, { kind, ids: uids }) => {
    const { db } = ctx
    const ids = await idsOf(db, kind, uids)
    await sql`
      update curricula c set recommended = array_position(${ids}::bigint[], c.id)
      where c.kind = ${kind} and c.recommended is distinct from array_position(${ids}::bigint[], c.id)`.execute(db)
    ctx.audit({ target: { kind: 'shelf', id: kind, name: '推荐顺序' }, after: { count: ids.length } })
    return {}
  },
  'GET /staff/v1/shelf_items': async ({ db }, { keyword, kind }) => ({ list: await searchItems(db, keyword, kind) }),

  'GET /staff/v1/collection_list': async ({ db }) => {
    const { rows } = await sql<{
      id: string
      kind: CurriculumKind
      title: string
      note: string
      published: boolean
      items: ItemBrief[]
    }>`
      select k.uid as id, k.kind, k.title, k.note, k.published,
        coalesce((select jsonb_agg(${itemBrief} order by i.position) from collection_items i
          join curricula c on c.id = i.curriculum_id where i.collection_id = k.id), '[]') as items
      from collections k order by k.position, k.id limit 200`.execute(db)
    return { list: rows }
  },
  'POST /staff/v1/collection_save': saveCollection,
  'POST /staff/v1/collection_order': async (ctx, { ids }) => {
    await sql`
      update collections k set position = array_position(${ids}::uuid[], k.uid)
      where k.uid = any (${ids}::uuid[])`.execute(ctx.db)
    ctx.audit({ target: { kind: 'shelf', id: 'collections', name: '专题顺序' }, after: { count: ids.length } })
    return {}
  },
  'POST /staff/v1/collection_delete': async (ctx, { id }) => {
    const row = await ctx.db.deleteFrom('collections').where('uid', '=', id).returning('title').executeTakeFirst()
    if (!row) return fail('collection-not-found')
    ctx.audit({ target: { kind: 'collection', id, name: row.title }, after: { deleted: true } })
    return {}
  },
}
