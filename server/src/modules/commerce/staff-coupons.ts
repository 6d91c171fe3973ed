import type { ItemBrief, StaffDiscount, staffCoupons } from '@dxx/contract/calls/staff/coupons'
import { totalMax } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { escapeLike } from '../../base/escape-like'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { itemBrief, searchItems } from '../catalogue/public'
import { makeBatch } from './coupon-batches'
import { termsOf } from './discounts'

interface ListedDiscount {
  id: number
  uid: string
  title: string
  kind: 'amount' | 'percent'
  off_cents: number
  percent: number
  cap_cents: number | null
  min_cents: number
  audience: 'all' | 'student'
  per_user: number
  stock: number | null
  starts_at: number
  ends_at: number
  created_at: number
  revoked_at: number | null
  revoke_reason: string
  used: number
  total_off: number
  total_paid: number
  items: ItemBrief[]
}

function stateOf(row: ListedDiscount, now: number): StaffDiscount['state'] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.ends_at <= now) return 'ended'
  if (row.starts_at > now) return 'planned'
  return row.stock !== null && row.used >= row.stock ? 'sold-out' : 'live'
}

function shapeDiscount(row: ListedDiscount, now: number): StaffDiscount {
  return {
    ...termsOf(row),
    id: row.uid,
    title: row.title,
    audience: row.audience,
    perUser: row.per_user,
    stock: row.stock,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    items: row.items,
    used: row.used,
    totalOffCents: row.total_off,
    totalPaidCents: row.total_paid,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    revokeReason: row.revoke_reason,
    state: stateOf(row, now),
  }
}

interface DiscountFilter {
  keyword: string
  state: 'all' | 'open' | 'over'
}

const matching = ({ keyword, state }: DiscountFilter, now: number) => sql<boolean>`
  d.title ilike ${`%${escapeLike(keyword)}%`}
  and (${state} = 'all' or (${state} = 'open') = (d.revoked_at is null and d.ends_at > ${now}))`

/** Place of a row in a list by descending id. */
function idBefore(after: string | undefined): number {
  if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
  return after === undefined ? Number.MAX_SAFE_INTEGER : Number(after)
}

async function discountPage(db: Db, filter: DiscountFilter & { after?: string; limit: number }, now: number) {
  const where = matching(filter, now)
  const { rows } = await sql<ListedDiscount>`
    select d.*, coalesce(u.used, 0)::int as used, coalesce(u.off, 0)::int as total_off,
      coalesce(u.paid, 0)::int as total_paid,
      coalesce((select jsonb_agg(${itemBrief} order by c.id) from discount_items i
        join curricula c on c.id = i.curriculum_id where i.discount_id = d.id), '[]') as items
    from discounts d left join lateral (
      select count(*) as used, sum(o.off_cents) filter (where o.status <> 0) as off,
        sum(o.pay_cents) filter (where o.status <> 0) as paid
      from orders o where o.discount_id = d.id and o.status in (0, 1, 4)) u on true
    where ${where} and d.id < ${idBefore(filter.after)}
    order by d.id desc limit ${filter.limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select from discounts d where ${where} limit ${totalMax}) counted`.execute(db)
  return pageOf(rows, filter.limit, counted[0]!.total, (row) => shapeDiscount(row, now))
}

function pageOf<Row extends { id: number }, T>(rows: Row[], limit: number, total: number, shape: (row: Row) => T) {
  const shown = rows.slice(0, limit)
  return { list: shown.map(shape), next: rows.length > limit ? String(shown.at(-1)!.id) : null, total }
}

async function idsOfItems(db: Db, uids: string[]): Promise<number[]> {
  if (uids.length === 0) return []
  const rows = await db
    .selectFrom('curricula')
    .select('id')
    .where('uid', 'in', [...new Set(uids)])
    .orderBy('id')
    .execute()
  if (rows.length !== new Set(uids).size) fail('curriculum-not-found')
  return rows.map(({ id }) => id)
}

type Saved = Parameters<Handlers<typeof staffCoupons>['POST /staff/v1/discount_save']>[1]

const columnsOf = ({ kind, offCents, percent, capCents, minCents, ...rest }: Saved) => ({
  title: rest.title,
  kind,
  off_cents: kind === 'amount' ? offCents : 0,
  percent: kind === 'percent' ? percent : 100,
  cap_cents: kind === 'percent' ? capCents : null,
  min_cents: minCents,
  audience: rest.audience,
  per_user: rest.perUser,
  stock: rest.stock,
  starts_at: rest.startsAt,
  ends_at: rest.endsAt,
})

const fixedColumns = ['kind', 'off_cents', 'percent', 'cap_cents', 'min_cents'] as const

/** Locks the coupon, as new orders do, so that a use and a change of its terms cannot cross. */
async function changeDiscount(db: Db, uid: string, saved: Saved) {
  const before = await db.selectFrom('discounts').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst()
  if (!before) return fail('discount-not-found')
  if (before.revoked_at !== null) fail('discount-ended')
  const columns = columnsOf(saved)
  const use = await db.selectFrom('orders').select('id').where('discount_id', '=', before.id).limit(1).execute()
  if (use.length > 0 && fixedColumns.some((name) => before[name] !== columns[name])) fail('discount-fixed')
  await db.updateTable('discounts').set(columns).where('id', '=', before.id).execute()
  await db.deleteFrom('discount_items').where('discount_id', '=', before.id).execute()
  return before
}

async function saveDiscount(ctx: StaffCtx, saved: Saved) {
  const { db, user, clock } = ctx
  const items = await idsOfItems(db, saved.items)
  const before = saved.id === undefined ? null : await changeDiscount(db, saved.id, saved)
  const { id, uid } =
    before ??
    (await db
      .insertInto('discounts')
      .values({ ...columnsOf(saved), created_by: user.id, created_at: clock.now() })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow())
  if (items.length > 0)
    await db
      .insertInto('discount_items')
      .values(items.map((curriculum_id) => ({ discount_id: id, curriculum_id })))
      .execute()
  const { id: _, items: named, ...after } = saved
  ctx.audit({
    target: { kind: 'discount', id: uid, name: saved.title },
    before: before && {
      ...termsOf(before),
      title: before.title,
      perUser: before.per_user,
      stock: before.stock,
      startsAt: before.starts_at,
      endsAt: before.ends_at,
    },
    after: { ...after, count: named.length },
  })
  return { id: uid }
}

async function batchPage(db: Db, { after, limit }: { after?: string; limit: number }) {
  interface Row {
    id: number
    uid: string
    title: string
    items: ItemBrief[]
    total: number
    used: number
    created_at: number
    expires_at: number
    revoked_at: number | null
  }
  const { rows } = await sql<Row>`
    select b.*, k.total, k.used,
      coalesce((select jsonb_agg(${itemBrief} order by c.id) from coupon_items i
        join curricula c on c.id = i.curriculum_id where i.batch_id = b.id), '[]') as items
    from coupon_batches b cross join lateral (
      select count(*)::int as total, count(used_by)::int as used from coupons k where k.batch_id = b.id) k
    where b.id < ${idBefore(after)} order by b.id desc limit ${limit + 1}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select from coupon_batches limit ${totalMax}) counted`.execute(db)
  return pageOf(rows, limit, counted[0]!.total, ({ uid, ...row }) => ({
    id: uid,
    title: row.title,
    items: row.items,
    total: row.total,
    used: row.used,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }))
}

export const couponStaffHandlers: Handlers<typeof staffCoupons> = {
  'GET /staff/v1/item_search': async ({ db }, { keyword, kind }) => ({ list: await searchItems(db, keyword, kind) }),

  'GET /staff/v1/discount_list': ({ db, clock }, filter) => discountPage(db, filter, clock.now()),
  'POST /staff/v1/discount_save': saveDiscount,
  'POST /staff/v1/discount_revoke': async (ctx, { id, reason }) => {
    const { db, clock } = ctx
    const row = await db
      .selectFrom('discounts')
      .select(['id', 'title', 'revoked_at'])
      .where('uid', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return fail('discount-not-found')
    if (row.revoked_at !== null) {
      ctx.audit(null)
      return {}
    }
    await db
      .updateTable('discounts')
      .set({ revoked_at: clock.now(), revoke_reason: reason })
      .where('id', '=', row.id)
      .execute()
    ctx.audit({ target: { kind: 'discount', id, name: row.title }, after: { revoked: true }, reason })
    return {}
  },

  'GET /staff/v1/code_batch_list': ({ db }, page) => batchPage(db, page),
  'POST /staff/v1/code_batch_create': async (ctx, { id, title, count, ...batch }) => {
    const { db, user, clock, config } = ctx
    const now = clock.now()
    if (batch.expiresAt <= now) fail('code-batch-expired')
    const existing = await db.selectFrom('coupon_batches').select('id').where('uid', '=', id).executeTakeFirst()
    if (existing) fail('code-batch-made')
    const curriculumIds = await idsOfItems(db, batch.items)
    const values = { uid: id, createdBy: user.id, title, expiresAt: batch.expiresAt, curriculumIds, now }
    const codes = await makeBatch(db, config.secret, values, count)
    ctx.audit({
      target: { kind: 'coupon', id, name: title },
      after: { count, until: batch.expiresAt, items: batch.items.length },
    })
    return { codes, link: `${config.publicUrl}/#/pages/exchange/index?code=` }
  },
  'POST /staff/v1/code_batch_revoke': async (ctx, { id, reason }) => {
    const { db, clock } = ctx
    const row = await db
      .selectFrom('coupon_batches')
      .select(['id', 'title', 'revoked_at'])
      .where('uid', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return fail('code-batch-not-found')
    const { unused } = await db
      .selectFrom('coupons')
      .select((eb) => eb.fn.countAll<number>().as('unused'))
      .where('batch_id', '=', row.id)
      .where('used_by', 'is', null)
      .executeTakeFirstOrThrow()
    if (row.revoked_at === null) {
      await db.updateTable('coupon_batches').set({ revoked_at: clock.now() }).where('id', '=', row.id).execute()
      ctx.audit({ target: { kind: 'coupon', id, name: row.title }, after: { revoked: true, count: unused }, reason })
    } else ctx.audit(null)
    return { unused }
  },
}
