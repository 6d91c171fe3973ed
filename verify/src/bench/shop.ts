import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'
import { inTransaction } from '../../../server/src/db/transaction'
import { offersFor, takeDiscount } from '../../../server/src/modules/commerce/discounts'
import { salesHandlers } from '../../../server/src/modules/commerce/staff-sales'
import { broadcastJobs } from '../../../server/src/modules/messages/broadcasts'
import type { BenchDatabase } from './database'
import { median } from './load'

/** Sizes per measurement: the time with the second is compared with the time with the first. */
const sizes = { uses: [1000, 100_000], orders: [10_000, 100_000], recipients: [10_000, 100_000] } as const
const runs = 15

/** Measures coupons with many uses at the checkout, the check of a long ledger, and a broadcast to many users. */
export async function shopBench({ db }: BenchDatabase): Promise<string[]> {
  const now = Math.floor(Date.now() / 1000)
  await sql`
    insert into users (nickname, created_at)
    select '学生', ${now}::bigint from generate_series(1, ${sizes.recipients[1]}::int)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into curricula (kind, slug, title, price_cents, discount_percent, published, published_at, created_at)
    values ('course', 'bench', '课程', 5940, 100, true, 1, 1) returning id`.execute(db)
  const item = { id: rows[0]!.id, pay_cents: 5940 }
  return [
    ...(await couponTimes(db, item, now)),
    ...(await ledgerTimes(db, item.id, now)),
    ...(await broadcastTimes(db, now)),
  ]
}

async function medianOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return median(times.slice(3))
}

const line = (what: string, [few, many]: readonly number[], times: number[], unit = 'ms') =>
  `${what}: ${few} ${times[0]!.toFixed(2)} ${unit}, ${many} ${times[1]!.toFixed(2)} ${unit}, ratio ${(times[1]! / times[0]!).toFixed(2)}`

/** Orders that use a coupon, each of another user; `paid` adds the payment and the entry of the ledger. */
async function addOrders(db: Db, curriculum: number, count: number, coupon: number | null, now: number): Promise<void> {
  const off = coupon === null ? 0 : 100
  await sql`
    with made as (
      insert into orders (no, user_id, curriculum_id, title, price_cents, discount_percent, pay_cents, off_cents,
        discount_id, status, created_at, expires_at, paid_at)
      select gen_random_uuid()::text, u.id, ${curriculum}, '课程', 5940, 100, ${5940 - off}::int, ${off}::int,
        ${coupon}::bigint, 1, ${now}::bigint, ${now}::bigint, ${now}::bigint
      from users u order by u.id desc limit ${count} returning id, pay_cents),
    paid as (
      insert into payments (no, order_id, channel, way, cents, state, created_at, expires_at, paid_at, settles)
      select gen_random_uuid()::text, id, 'test', 'cashier', pay_cents, 'paid', ${now}::bigint, ${now}::bigint,
        ${now}::bigint, true
      from made returning id, order_id, cents)
    insert into money_events (order_id, payment_id, cents, at)
    select order_id, id, cents, ${now}::bigint from paid`.execute(db)
}

async function couponTimes(db: Db, item: { id: number; pay_cents: number }, now: number): Promise<string[]> {
  const { rows } = await sql<{ id: number }>`select min(id) as id from users`.execute(db)
  const buyer = { id: rows[0]!.id, studentStatus: 'none' as const }
  const offers: number[] = []
  const taken: number[] = []
  for (const uses of sizes.uses) {
    await sql`update discounts set revoked_at = ${now}::bigint where revoked_at is null`.execute(db)
    const coupon = await db
      .insertInto('discounts')
      .values({
        ...{ title: '减一元', kind: 'amount', off_cents: 100, per_user: 1, stock: 1_000_000 },
        ...{ starts_at: now - 10, ends_at: now + 86_400, created_at: now },
      })
      .returning(['id', 'uid'])
      .executeTakeFirstOrThrow()
    await addOrders(db, item.id, uses - 1, coupon.id, now)
    await sql`vacuum analyze`.execute(db)
    offers.push(await medianOf(() => offersFor(db, buyer, item, now)))
    taken.push(await medianOf(() => inTransaction(db, (tx) => takeDiscount(tx, buyer, coupon.uid, item, now))))
  }
  return [
    line('offers at the checkout, uses of the coupon', sizes.uses, offers),
    line('coupon of a new order, uses of the coupon', sizes.uses, taken),
  ]
}

async function ledgerTimes(db: Db, curriculum: number, now: number): Promise<string[]> {
  const check = async () => {
    const found = await salesHandlers['GET /staff/v1/ledger_check']({ db } as never, {})
    if (!('orders' in found)) throw new Error('the ledger check has no body')
    return found
  }
  await sql`truncate orders, payments, refunds, money_events, daily_sales, channel_sales cascade`.execute(db)
  const times: number[] = []
  let before = 0
  for (const orders of sizes.orders) {
    await addOrders(db, curriculum, orders - before, null, now)
    before = orders
    await sql`vacuum analyze`.execute(db)
    const found = await check()
    if (found.orders !== orders || found.mismatches.length + found.wrongDays.length > 0)
      throw new Error(JSON.stringify(found).slice(0, 300))
    times.push(await medianOf(check))
  }
  return [line('ledger check, orders', sizes.orders, times)]
}

async function broadcastTimes(db: Db, now: number): Promise<string[]> {
  const times: number[] = []
  const clock = { now: () => now }
  for (const recipients of sizes.recipients) {
    await sql`
      update users set closed_at = case when id <= (
        select max(id) from (select id from users order by id limit ${recipients}) first) then null else ${now}::bigint end
      `.execute(db)
    await db
      .insertInto('broadcasts')
      .values({
        ...{ title: '通知', body: '正文', link: '', audience: 'all' },
        ...{ send_at: now - 1, created_at: now },
      })
      .execute()
    await sql`vacuum analyze`.execute(db)
    const start = performance.now()
    await broadcastJobs.send_broadcasts({ db, clock } as never, {})
    times.push((performance.now() - start) / (recipients / 1000))
    const { rows } = await sql<{ sent: number }>`
      select recipients as sent from broadcasts where state = 'sent' order by id desc limit 1`.execute(db)
    if (rows[0]?.sent !== recipients) throw new Error(`${rows[0]?.sent} received the message`)
  }
  return [line('broadcast per 1000 recipients', sizes.recipients, times)]
}
