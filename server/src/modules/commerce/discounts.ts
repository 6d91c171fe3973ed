import type { coupons, Discount, DiscountOffer } from '@dxx/contract/calls/coupons'
import { formatYuan } from '@dxx/contract/rules/amount'
import { type DiscountTerms, discountOff } from '@dxx/contract/rules/discount'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers, User } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'

const day = 86_400
/** Coupons that begin within this time are announced; ended coupons are listed for this time. */
const announcedSeconds = 7 * day
const endedSeconds = 90 * day
/** Maximum number of coupons offered at the checkout. */
const mostOffers = 50
/** Titles of items named in a coupon's scope. */
const titlesNamed = 3

/** SQL: number of orders that use up coupon `d`, except those that match the condition. */
const uses = (without = sql<boolean>`false`) =>
  sql<number>`(select count(*) from orders o
    where o.discount_id = d.id and o.status in (0, 1, 4) and not (${without}))::int`

/**
 * SQL: the user's unpaid order for an item. A new order with another coupon replaces it, so it does not use up a
 * coupon.
 */
const replaced = (userId: number, curriculumId: number) =>
  sql<boolean>`o.status = 0 and o.user_id = ${userId} and o.curriculum_id = ${curriculumId}`

type Buyer = Pick<User, 'id' | 'studentStatus'>

/** Selects coupons with their uses by all and by the user. `curriculumId`: the item of a checkout. */
function selectDiscounts(db: Db, { id: userId }: Buyer, curriculumId: number | null) {
  const without = curriculumId === null ? undefined : replaced(userId, curriculumId)
  const others = sql<boolean>`o.user_id <> ${userId} or ${without ?? sql`false`}`
  return (
    db
      .selectFrom('discounts as d')
      .select(['d.id', 'd.uid', 'd.title', 'd.kind', 'd.off_cents', 'd.percent', 'd.cap_cents', 'd.min_cents'])
      .select(['d.audience', 'd.per_user', 'd.stock', 'd.starts_at', 'd.ends_at', 'd.revoked_at'])
      // The uses by all users are counted only if they are limited: a coupon for all users may have very many.
      .select(sql<number>`case when d.stock is null then 0 else ${uses(without)} end`.as('used'))
      .select([uses(others).as('mine'), scopeTitles.as('titles'), scopeSize.as('items')])
      .select(covers(curriculumId).as('covers'))
  )
}

const scopeTitles = sql<string[]>`array(
  select c.title from discount_items i join curricula c on c.id = i.curriculum_id
  where i.discount_id = d.id order by c.id limit ${sql.lit(titlesNamed)})`
const scopeSize = sql<number>`(select count(*) from discount_items i where i.discount_id = d.id)::int`
const covers = (curriculumId: number | null) => sql<boolean>`(
  not exists (select from discount_items i where i.discount_id = d.id)
  or exists (select from discount_items i where i.discount_id = d.id and i.curriculum_id = ${curriculumId}::bigint))`

export type DiscountRow = Awaited<ReturnType<ReturnType<typeof selectDiscounts>['executeTakeFirstOrThrow']>>

export const termsOf = (
  row: Pick<DiscountRow, 'kind' | 'off_cents' | 'percent' | 'cap_cents' | 'min_cents'>,
): DiscountTerms => ({
  kind: row.kind,
  offCents: row.off_cents,
  percent: row.percent,
  capCents: row.cap_cents,
  minCents: row.min_cents,
})

const scopeText = ({ titles, items }: { titles: string[]; items: number }): string =>
  items === 0
    ? '全部内容'
    : `${titles.map((title) => `《${title}》`).join('')}${items > titles.length ? `等 ${items} 项` : ''}`

function discountShape(row: DiscountRow): Discount {
  const { stock, used, per_user: perUser, mine } = row
  const stockLeft = stock === null ? perUser : Math.max(0, stock - used)
  return {
    ...termsOf(row),
    id: row.uid,
    title: row.title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    scope: scopeText(row),
    left: Math.max(0, Math.min(perUser - mine, stockLeft)),
  }
}

/** Why the user cannot use a coupon for any item now; empty if nothing prevents it. */
function problemOf(row: DiscountRow, user: Buyer, now: number): string {
  if (row.revoked_at !== null) return '已停用'
  if (row.ends_at <= now) return '已过期'
  if (row.mine >= row.per_user)
    return row.per_user === 1 ? '每人限用 1 次，你已用过' : `每人限用 ${row.per_user} 次，你已用完`
  if (row.stock !== null && row.used >= row.stock) return '已被抢完'
  if (row.starts_at > now) return `${formatDateTime(row.starts_at)} 开始可用`
  if (row.audience === 'student' && user.studentStatus !== 'passed') return '通过学生认证后可用'
  return ''
}

/** Why the user cannot use a coupon for an item at this price; empty if nothing prevents it. */
function problemWith(row: DiscountRow, user: Buyer, payCents: number, now: number): string {
  if (!row.covers) return '不适用于这项内容'
  const problem = problemOf(row, user, now)
  if (problem !== '') return problem
  if (payCents < row.min_cents)
    return `满 ¥${formatYuan(row.min_cents)} 可用，还差 ¥${formatYuan(row.min_cents - payCents)}`
  return discountOff(termsOf(row), payCents) > 0 ? '' : '这项内容已经是最低价'
}

interface Item {
  id: number
  pay_cents: number
}

/** Coupons at the checkout of an item: usable ones first, sorted by discount. */
export async function offersFor(db: Db, user: Buyer, item: Item, now: number): Promise<DiscountOffer[]> {
  const rows = await selectDiscounts(db, user, item.id)
    .where('d.revoked_at', 'is', null)
    .where('d.ends_at', '>', now)
    .where('d.starts_at', '<=', now + announcedSeconds)
    // Coupons for other items must not displace coupons for this item.
    .orderBy('covers', 'desc')
    .orderBy('d.ends_at')
    .orderBy('d.id')
    .limit(mostOffers)
    .execute()
  const offers = rows.map((row) => {
    const why = problemWith(row, user, item.pay_cents, now)
    return { ...discountShape(row), why, off: why === '' ? discountOff(termsOf(row), item.pay_cents) : 0 }
  })
  return offers.sort((a, b) => b.off - a.off)
}

/**
 * Returns the coupon for a new order and the cents of its discount. Locks the coupon until the order is stored, so that
 * concurrent orders cannot exceed its limits. No other code locks coupons, and the order is locked after the coupon.
 */
export async function takeDiscount(tx: Db, user: Buyer, uid: string, item: Item, now: number) {
  await tx.selectFrom('discounts').select('id').where('uid', '=', uid).forUpdate().executeTakeFirst()
  const row = await selectDiscounts(tx, user, item.id).where('d.uid', '=', uid).executeTakeFirst()
  if (!row) return fail('discount-refused')
  const why = problemWith(row, user, item.pay_cents, now)
  if (why !== '') fail('discount-refused', { msg: `这张优惠券不能用：${why}` })
  return { discount_id: row.id, off_cents: discountOff(termsOf(row), item.pay_cents) }
}

type ListInput = Parameters<Handlers<typeof coupons>['GET /v1/discount_list']>[1]

async function listUsed({ db, user }: Ctx<'user'>, paging: Omit<ListInput, 'state'>) {
  const used = selectDiscounts(db, user, null)
    .innerJoin('orders as u', 'u.discount_id', 'd.id')
    .where('u.user_id', '=', user.id)
    .where('u.status', 'in', [orderStatus.done, orderStatus.refunding])
    .select(['u.uid as order_uid', 'u.title as order_title', 'u.off_cents as order_off', 'u.created_at as order_at'])
  const order = { key: sql<number>`u.created_at`, uid: sql<string>`u.uid` }
  const rows = await pageOfQuery(used, order, paging).execute()
  return pageOfRows(rows, await countRows(used.clearSelect()), paging, (row) => ({
    ...discountShape(row),
    why: '',
    order: { id: row.order_uid, title: row.order_title, offCents: row.order_off, at: row.order_at },
  }))
}

async function listLive({ db, user, clock }: Ctx<'user'>, { state, ...paging }: ListInput) {
  const now = clock.now()
  const isLive = sql<boolean>`(d.revoked_at is null and d.ends_at > ${now} and (d.stock is null or ${uses()} < d.stock))`
  const userUses = uses(sql`o.user_id <> ${user.id}`)
  const open = selectDiscounts(db, user, null)
    .where('d.starts_at', '<=', now + announcedSeconds)
    .where(sql<boolean>`${userUses} < d.per_user`)
  const listed =
    state === 'usable'
      ? open.where(isLive)
      : open.where(sql<boolean>`not ${isLive}`).where('d.ends_at', '>', now - endedSeconds)
  const order = {
    key: sql<number>`d.ends_at`,
    uid: sql<string>`d.uid`,
    direction: state === 'usable' ? ('asc' as const) : ('desc' as const),
  }
  const rows = await pageOfQuery(listed, order, paging).execute()
  return pageOfRows(rows, await countRows(listed.clearSelect()), paging, (row) => ({
    ...discountShape(row),
    why: problemOf(row, user, now),
    order: null,
  }))
}

export const discountHandlers: Pick<Handlers<typeof coupons>, 'GET /v1/discount_list'> = {
  'GET /v1/discount_list': (ctx, { state, ...paging }) =>
    state === 'used' ? listUsed(ctx, paging) : listLive(ctx, { state, ...paging }),
}
