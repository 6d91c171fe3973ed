import type { CouponExchange, commerce } from '@dxx/contract/calls/commerce'
import { sql } from 'kysely'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { fail } from '../../http/errors'
import { countAgainst, type Limit } from '../../http/limits'
import { pageOfQuery, pageOfRows } from '../../paging'
import { grant, owns } from '../access/public'
import { cardsById } from '../catalogue/public'
import { codeHash, normaliseCode } from './coupon-codes'
import { dropUnpaid } from './orders'
import { couponSource } from './rules'

/** Looking and exchanging both count. An address may be a campus that got its cards today. */
const triesOfUser: Limit = { name: 'coupon user', max: 30, windowSeconds: 10 * 60 }
const triesOfAddress: Limit = { name: 'coupon address', max: 1000, windowSeconds: 10 * 60 }

/** Outside the call's transaction, so that a refused try counts. */
async function countTry({ rootDb, user, ip, clock }: Ctx<'mobile'>): Promise<void> {
  await countAgainst(rootDb, triesOfUser, String(user.id), clock.now())
  await countAgainst(rootDb, triesOfAddress, ip, clock.now())
}

const couponByHash = (db: Db, hash: Buffer) =>
  db
    .selectFrom('coupons as k')
    .innerJoin('coupon_batches as b', 'b.id', 'k.batch_id')
    .select(['k.id', 'k.uid', 'k.used_by', 'k.batch_id', 'b.title', 'b.expires_at'])
    .where('k.code_hash', '=', hash)

/** A coupon that can still be used; refuses with what is wrong otherwise. `lock` holds it until the transaction ends. */
async function usable({ db, user, config, clock }: Ctx<'mobile'>, text: string, lock: boolean) {
  const code = normaliseCode(text) ?? fail('coupon-invalid')
  const query = couponByHash(db, codeHash(config.secret, code))
  const coupon = (await (lock ? query.forUpdate('k') : query).executeTakeFirst()) ?? fail('coupon-invalid')
  if (coupon.used_by === user.id) fail('coupon-used', { msg: '你已使用过这个兑换码，内容在「学习」里' })
  if (coupon.used_by !== null) fail('coupon-used')
  if (coupon.expires_at <= clock.now()) fail('coupon-expired')
  return { ...coupon, items: (await itemsOf(db, [coupon.batch_id])).get(coupon.batch_id)! }
}

/** What batches open, by batch. */
async function itemsOf(db: Db, batchIds: number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('coupon_items')
    .select(['batch_id', 'curriculum_id'])
    .where('batch_id', 'in', batchIds)
    .orderBy('curriculum_id')
    .execute()
  const items = new Map<number, number[]>()
  for (const { batch_id, curriculum_id } of rows) items.set(batch_id, [...(items.get(batch_id) ?? []), curriculum_id])
  return items
}

async function cardsOf(db: Db, user: { id: number }, items: number[]) {
  const cards = await cardsById(db, user, items)
  return items.map((id) => cards.get(id)!)
}

async function exchange(ctx: Ctx<'mobile'>, text: string): Promise<CouponExchange> {
  await countTry(ctx)
  const { db, user, clock } = ctx
  const now = clock.now()
  const coupon = await usable(ctx, text, true)
  // Orders before rights, as payments take their locks.
  const wanted: number[] = []
  for (const id of coupon.items) if (!(await owns(db, user, id))) wanted.push(id)
  if (wanted.length === 0) fail('coupon-owned')
  await dropUnpaid(db, user.id, wanted, '你用兑换码开通了这项内容', now)
  const source = couponSource(coupon.id)
  let opened = 0
  for (const curriculumId of wanted) if (await grant(db, { userId: user.id, curriculumId, source, now })) opened++
  if (opened === 0) fail('coupon-owned')
  await db.updateTable('coupons').set({ used_by: user.id, used_at: now }).where('id', '=', coupon.id).execute()
  return { id: coupon.uid, title: coupon.title, at: now, items: await cardsOf(db, user, coupon.items) }
}

type CouponCalls =
  | 'GET /v1/coupon_bind_curriculum'
  | 'POST /v1/coupon_exchange'
  | 'POST /v1/coupon_exchange_scan'
  | 'GET /v1/coupon_exchange_record'

export const couponHandlers: Pick<Handlers<typeof commerce>, CouponCalls> = {
  'GET /v1/coupon_bind_curriculum': async (ctx, { code }) => {
    await countTry(ctx)
    const { title, expires_at, items } = await usable(ctx, code, false)
    const cards = await cardsOf(ctx.db, ctx.user, items)
    if (cards.every(({ owned }) => owned)) fail('coupon-owned')
    return { title, expiresAt: expires_at, items: cards }
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
    const { count } = await used.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    const items = rows.length === 0 ? new Map() : await itemsOf(db, [...new Set(rows.map((row) => row.batch_id))])
    const cards = await cardsById(db, user, [...items.values()].flat())
    return pageOfRows(rows, count, paging, (row) => ({
      id: row.uid,
      title: row.title,
      at: row.used_at!,
      items: (items.get(row.batch_id) as number[]).map((id) => cards.get(id)!),
    }))
  },
}
