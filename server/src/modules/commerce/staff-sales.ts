import type { SalesChannel, SoldItem, sales } from '@dxx/contract/calls/staff/sales'
import { parseDate } from '@dxx/contract/rules/time-from'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { ledgerMismatches } from './queries'

interface Sums {
  payments: number
  cents: number
  refunds: number
  refundCents: number
}

const sums = sql`coalesce(sum(s.payments), 0)::int as payments, coalesce(sum(s.cents), 0)::bigint as cents,
  coalesce(sum(s.refunds), 0)::int as refunds, coalesce(sum(s.refund_cents), 0)::bigint as "refundCents"`

interface Period {
  from: string
  to: string
  /** Row id of the item; null: all. */
  item: number | null
  /** Null: all. */
  channel: SalesChannel | null
}

const inPeriod = ({ from, to, item }: Period) =>
  sql`s.day between ${from}::date and ${to}::date and (${item}::bigint is null or s.curriculum_id = ${item}::bigint)`

/** Sums of the period; without a channel the table with fewer rows is read. */
const salesRows = (period: Period) =>
  period.channel === null
    ? sql`(select * from daily_sales s where ${inPeriod(period)})`
    : sql`(select * from channel_sales s where ${inPeriod(period)} and s.channel = ${period.channel})`

async function salesByDay(db: Db, period: Period) {
  const { rows } = await sql<Sums & { day: string }>`
    select to_char(d, 'YYYY-MM-DD') as day, ${sums}
    from generate_series(${period.from}::date, ${period.to}::date, interval '1 day') as d
      left join ${salesRows(period)} s on s.day = d::date
    group by d order by d`.execute(db)
  return rows
}

async function salesByChannel(db: Db, period: Period) {
  const { rows } = await sql<Sums & { channel: SalesChannel }>`
    select c as channel, ${sums} from unnest(array['web', 'wechat', 'app']) with ordinality as names (c, place)
      left join channel_sales s on s.channel = c and ${inPeriod(period)}
    group by c, place order by place`.execute(db)
  return rows
}

/** Uses of exchange codes by item; a code that opens several items counts for each. */
const exchangesOf = ({ from, to, item, channel }: Period) => sql`
  select i.curriculum_id, count(*)::int as exchanges from coupons k join coupon_items i on i.batch_id = k.batch_id
  where k.used_at >= ${parseDate(from)} and k.used_at < ${parseDate(to) + 86_400} and ${channel === null}
    and (${item}::bigint is null or i.curriculum_id = ${item}::bigint)
  group by 1`

async function salesByItem(db: Db, period: Period, most: number) {
  const { rows } = await sql<SoldItem & { itemCount: number }>`
    with sold as (select s.curriculum_id, ${sums} from ${salesRows(period)} s group by 1),
      exchanged as (${exchangesOf(period)})
    select c.uid as id, c.kind, c.title, coalesce(s.payments, 0) as payments, coalesce(s.cents, 0)::bigint as cents,
      coalesce(s.refunds, 0) as refunds, coalesce(s."refundCents", 0)::bigint as "refundCents",
      coalesce(e.exchanges, 0) as exchanges, (count(*) over ())::int as "itemCount"
    from sold s full join exchanged e on e.curriculum_id = s.curriculum_id
      join curricula c on c.id = coalesce(s.curriculum_id, e.curriculum_id)
    order by coalesce(s.cents, 0) desc, coalesce(e.exchanges, 0) desc, c.id limit ${most}`.execute(db)
  return { items: rows.map(({ itemCount: _, ...row }) => row), itemCount: rows[0]?.itemCount ?? 0 }
}

/** Exchange codes used in the period: each once, whatever it opens. */
async function countExchanges(db: Db, { from, to, item, channel }: Period): Promise<number> {
  if (channel !== null) return 0
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from coupons k
    where k.used_at >= ${parseDate(from)} and k.used_at < ${parseDate(to) + 86_400} and (${item}::bigint is null
      or exists (select from coupon_items i where i.batch_id = k.batch_id and i.curriculum_id = ${item}::bigint))`.execute(
    db,
  )
  return rows[0]!.count
}

/** Returns the days on which the rolled-up sales differ from the ledger. */
async function wrongDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(coalesce(l.day, s.day, c.day), 'YYYY-MM-DD') as day
    from (select day_of(at) as day, sum(cents) as cents from money_events group by 1) l
      full join (select day, sum(cents - refund_cents) as cents from daily_sales group by 1) s on s.day = l.day
      full join (select day, sum(cents - refund_cents) as cents from channel_sales group by 1) c
        on c.day = coalesce(l.day, s.day)
    where coalesce(l.cents, 0) <> coalesce(s.cents, 0) or coalesce(l.cents, 0) <> coalesce(c.cents, 0)
    order by 1 limit 100`.execute(db)
  return rows.map(({ day }) => day)
}

/** Returns the orders whose price at the time of the order is not the amount to pay plus the coupon. */
async function wrongPrices(db: Db): Promise<string[]> {
  const { rows } = await sql<{ no: string }>`
    select no from orders
    where pay_cents + off_cents <> floor((price_cents * round(discount_percent * 100) + 5000) / 10000)
    order by id limit 100`.execute(db)
  return rows.map(({ no }) => no)
}

export const salesHandlers: Handlers<typeof sales> = {
  'GET /staff/v1/sales': async ({ db }, { from, to, item: uid, channel = null, most }) => {
    const item = uid
      ? ((await db.selectFrom('curricula').select('id').where('uid', '=', uid).executeTakeFirst()) ??
        fail('curriculum-not-found'))
      : null
    const period = { from, to, item: item?.id ?? null, channel }
    const days = await salesByDay(db, period)
    const add = (field: keyof Sums) => days.reduce((total, day) => total + day[field], 0)
    return {
      total: {
        payments: add('payments'),
        cents: add('cents'),
        refunds: add('refunds'),
        refundCents: add('refundCents'),
      },
      days,
      channels: await salesByChannel(db, period),
      exchanges: await countExchanges(db, period),
      ...(await salesByItem(db, period, most)),
    }
  },

  'GET /staff/v1/ledger_check': async ({ db }) => {
    const { rows } = await sql<{ orders: number; held: number }>`
      select (select count(*) from orders)::int as orders,
        (select coalesce(sum(cents), 0) from money_events)::bigint as held`.execute(db)
    return {
      orders: rows[0]!.orders,
      heldCents: rows[0]!.held,
      mismatches: (await ledgerMismatches(db)).slice(0, 100),
      wrongPrices: await wrongPrices(db),
      wrongDays: await wrongDays(db),
    }
  },
}
