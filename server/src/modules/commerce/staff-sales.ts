import type { SoldItem, sales } from '@dxx/contract/calls/staff/sales'
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
}

async function salesByDay(db: Db, { from, to, item }: Period) {
  const { rows } = await sql<Sums & { day: string }>`
    select to_char(d, 'YYYY-MM-DD') as day, ${sums}
    from generate_series(${from}::date, ${to}::date, interval '1 day') as d
      left join daily_sales s on s.day = d::date and (${item}::bigint is null or s.curriculum_id = ${item}::bigint)
    group by d order by d`.execute(db)
  return rows
}

async function salesByItem(db: Db, { from, to, item }: Period) {
  const { rows } = await sql<SoldItem>`
    select c.uid as id, c.kind, c.title, ${sums} from daily_sales s join curricula c on c.id = s.curriculum_id
    where s.day between ${from}::date and ${to}::date and (${item}::bigint is null or s.curriculum_id = ${item}::bigint)
    group by c.id order by sum(s.cents) desc, c.id limit 200`.execute(db)
  return rows
}

/** Returns the days on which the rolled-up sales differ from the ledger. */
async function wrongDays(db: Db): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select to_char(coalesce(l.day, s.day), 'YYYY-MM-DD') as day
    from (select day_of(at) as day, sum(cents) as cents from money_events group by 1) l
      full join (select day, sum(cents - refund_cents) as cents from daily_sales group by 1) s on s.day = l.day
    where coalesce(l.cents, 0) <> coalesce(s.cents, 0) order by 1 limit 100`.execute(db)
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
  'GET /staff/v1/sales': async ({ db }, { from, to, item: uid }) => {
    const item = uid
      ? ((await db.selectFrom('curricula').select('id').where('uid', '=', uid).executeTakeFirst()) ??
        fail('curriculum-not-found'))
      : null
    const period = { from, to, item: item?.id ?? null }
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
      items: await salesByItem(db, period),
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
