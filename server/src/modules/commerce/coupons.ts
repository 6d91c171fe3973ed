import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import type { CouponExchange, coupons } from '@dxx/contract/calls/coupons'
import { sql } from 'kysely'
import { pageOfQuery, pageOfRows } from '../../base/paging'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { countRows } from '../../db/count-rows'
import { inTransaction } from '../../db/transaction'
import { countAgainst, type Limit } from '../../http/limits'
import { grantEntitlement, owns } from '../access/public'
import { cardsById } from '../catalogue/public'
import { codeHash, normaliseCode } from './coupon-codes'
import { dropUnpaid } from './orders'
import { couponSource } from './rules'

/** Previews plus exchanges. The limit per IP address is high, because a whole campus may share one. */
const triesOfUser: Limit = { name: 'coupon user', max: 30, windowSeconds: 10 * 60 }
const triesOfAddress: Limit = { name: 'coupon address', max: 1000, windowSeconds: 10 * 60 }

/** Runs before the transaction, so that a refusal does not roll back the count and only one connection is in use. */
async function countTry({ db, user, ip, clock }: Ctx<'mobile'>): Promise<void> {
  await countAgainst(db, triesOfUser, String(user.id), clock.now())
  await countAgainst(db, triesOfAddress, ip, clock.now())
}

const couponByCode = (db: Db, secret: string, text: string) => {
  const code = normaliseCode(text) ?? fail('coupon-invalid')
  return db
    .selectFrom('coupons as k')
    .innerJoin('coupon_batches as b', 'b.id', 'k.batch_id')
    .select(['k.id', 'k.uid', 'k.used_by', 'k.used_at', 'k.batch_id', 'b.title', 'b.expires_at'])
    .select('b.revoked_at')
    .where('k.code_hash', '=', codeHash(secret, code))
}

async function itemsOf(db: Db, batchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('coupon_items')
    .select('curriculum_id')
    .where('batch_id', '=', batchId)
    .orderBy('curriculum_id')
    .execute()
  return rows.map(({ curriculum_id }) => curriculum_id)
}

async function cardsOf(db: Db, user: { id: number }, items: number[]) {
  const cards = await cardsById(db, user, items)
  return items.map((id) => cards.get(id)!)
}

/** Locks the coupon, so that only one user can exchange it. A repeat by this user returns the same response. */
async function exchange(ctx: Ctx<'mobile'>, text: string): Promise<CouponExchange> {
  await countTry(ctx)
  const { user, clock, config } = ctx
  const now = clock.now()
  return inTransaction(ctx.db, async (db) => {
    const found = await couponByCode(db, config.secret, text).forUpdate('k').executeTakeFirst()
    const coupon = found ?? fail('coupon-invalid')
    const items = await itemsOf(db, coupon.batch_id)
    const answer = async (at: number) => ({
      id: coupon.uid,
      title: coupon.title,
      at,
      items: await cardsOf(db, user, items),
    })
    if (coupon.used_by === user.id) return answer(coupon.used_at!)
    if (coupon.used_by !== null) fail('coupon-used')
    if (coupon.revoked_at !== null) fail('coupon-revoked')
    if (coupon.expires_at <= now) fail('coupon-expired')
    await open(db, user.id, coupon.id, items, now)
    await db.updateTable('coupons').set({ used_by: user.id, used_at: now }).where('id', '=', coupon.id).execute()
    return answer(now)
  })
}

async function open(tx: Db, userId: number, couponId: number, items: number[], now: number): Promise<void> {
  const wanted: number[] = []
  for (const id of items) if (!(await owns(tx, { id: userId }, id))) wanted.push(id)
  if (wanted.length === 0) fail('coupon-owned')
  // Locks orders before entitlements, as payments do, to prevent deadlocks.
  await dropUnpaid(tx, userId, wanted, '你用兑换码开通了这项内容', now)
  const source = couponSource(couponId)
  let opened = 0
  for (const curriculumId of wanted) if (await grantEntitlement(tx, { userId, curriculumId, source, now })) opened++
  if (opened === 0) fail('coupon-owned')
}

export const couponHandlers: Omit<Handlers<typeof coupons>, 'GET /v1/discount_list'> = {
  'GET /v1/coupon_bind_curriculum': async (ctx, { code }) => {
    await countTry(ctx)
    const { db, user, config, clock } = ctx
    const coupon = (await couponByCode(db, config.secret, code).executeTakeFirst()) ?? fail('coupon-invalid')
    if (coupon.used_by === user.id) fail('coupon-used', { msg: '你已使用过这个兑换码，内容在「学习」里' })
    if (coupon.used_by !== null) fail('coupon-used')
    if (coupon.revoked_at !== null) fail('coupon-revoked')
    if (coupon.expires_at <= clock.now()) fail('coupon-expired')
    const cards = await cardsOf(db, user, await itemsOf(db, coupon.batch_id))
    if (cards.every(({ owned }) => owned)) fail('coupon-owned')
    return { title: coupon.title, expiresAt: coupon.expires_at, items: cards }
  },
  'POST /v1/coupon_exchange': (ctx, { code }) => exchange(ctx, code),
  'POST /v1/coupon_exchange_scan': (ctx, { text }) => exchange(ctx, text),
  'GET /v1/coupon_exchange_record': async ({ db, user }, paging) => {
    const used = db
      .selectFrom('coupons as k')
      .innerJoin('coupon_batches as b', 'b.id', 'k.batch_id')
      .where('k.used_by', '=', user.id)
    const order = { key: sql<number>`k.used_at`, uid: sql<string>`k.uid` }
    const selected = used.select(['k.uid', 'k.batch_id', 'k.used_at', 'b.title'])
    const rows = await pageOfQuery(selected, order, paging).execute()
    const count = await countRows(used)
    const items = new Map<number, CurriculumCard[]>()
    for (const { batch_id } of rows)
      if (!items.has(batch_id)) items.set(batch_id, await cardsOf(db, user, await itemsOf(db, batch_id)))
    return pageOfRows(rows, count, paging, (row) => ({
      id: row.uid,
      title: row.title,
      at: row.used_at!,
      items: items.get(row.batch_id)!,
    }))
  },
}
