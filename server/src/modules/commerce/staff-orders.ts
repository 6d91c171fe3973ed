import type { orders, StaffOrder } from '@dxx/contract/calls/staff/orders'
import type { OrderStatus } from '@dxx/contract/rules/order-state'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../base/escape-like'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { personOf } from '../staff/public'
import { openWork, recordFirstApproval } from '../work/public'
import { lockOrder } from './change-status'
import { eventsOf } from './queries'
import { approveRefund, beginRefund, settledPayment, usedPercent } from './refunds'
import { workTitle } from './rules'
import { needsSecondPerson, secondPersonCents } from './second-person'

interface Row {
  id: number
  no: string
  title: string
  user_id: number
  curriculum_id: number
  pay_cents: number
  refunded: number
  status: OrderStatus
  channel: string | null
  transaction_id: string | null
  created_at: number
  paid_at: number | null
  person_uid: string
  nickname: string
  avatar: string | null
  mobile: string | null
  closed_at: number | null
  off_cents: number
  discount_title: string | null
}

const selectOrders = (where: RawBuilder<boolean>, order: RawBuilder<unknown>) => sql<Row>`
  select o.id, o.no, o.title, o.user_id, o.curriculum_id, o.pay_cents, o.status, o.created_at, o.paid_at, p.channel,
    p.transaction_id, o.off_cents, (select d.title from discounts d where d.id = o.discount_id) as discount_title,
    u.uid as person_uid, u.nickname, u.avatar, u.mobile, u.closed_at,
    coalesce((select sum(r.cents) from refunds r where r.payment_id = p.id and r.state in ('approved', 'done')), 0)::int
      as refunded
  from orders o join users u on u.id = o.user_id left join payments p on p.order_id = o.id and p.settles
  where ${where} ${order}`

function shapeOrder(row: Row): StaffOrder {
  const { person_uid: uid, nickname, avatar, mobile } = row
  return {
    no: row.no,
    title: row.title,
    person: row.closed_at === null ? personOf({ uid, nickname, avatar, mobile }) : null,
    payCents: row.pay_cents,
    refundedCents: row.refunded,
    status: row.status,
    channel: row.channel,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  }
}

/** Matches a complete order number or mobile number, or the beginning of an item title or nickname. */
function matching(keyword: string, status: OrderStatus | undefined): RawBuilder<boolean> {
  const inStatus = sql<boolean>`(${status ?? null}::int is null or o.status = ${status ?? null}::int)`
  if (keyword === '') return inStatus
  const start = `${escapeLike(keyword)}%`
  return sql`${inStatus} and (o.no = ${keyword} or o.title ilike ${start} or o.user_id in (
    select id from users where closed_at is null and (mobile = ${keyword} or nickname ilike ${start})))`
}

async function orderByNo(db: Db, no: string): Promise<Row> {
  const { rows } = await selectOrders(sql`o.no = ${no}`, sql``).execute(db)
  return rows[0] ?? fail('order-not-found')
}

async function refundsOf(db: Db, orderId: number) {
  return db
    .selectFrom('refunds as r')
    .leftJoin('users as b', 'b.id', 'r.asked_by')
    .select(['r.no', 'r.cents', 'r.part', 'r.state', 'r.reason', 'r.note', 'r.asked_at', 'r.done_at', 'b.nickname'])
    .where('r.order_id', '=', orderId)
    .orderBy('r.id', 'desc')
    .limit(100)
    .execute()
}

async function waitingWork(db: Db, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ uid: string }>`
    select w.uid from work_items w join refunds r on r.id = w.subject_id
    where w.kind = 'refund' and w.closed_at is null and r.order_id = ${orderId}`.execute(db)
  return rows[0]?.uid ?? null
}

async function detailOf(db: Db, row: Row) {
  const refunds = await refundsOf(db, row.id)
  const invoice = await db.selectFrom('invoices').select('state').where('order_id', '=', row.id).executeTakeFirst()
  const isPaid = row.status === 1 || row.status === 4
  return {
    order: shapeOrder(row),
    discount: row.discount_title === null ? null : { title: row.discount_title, offCents: row.off_cents },
    leftCents: isPaid ? ((await settledPayment(db, row.id))?.left ?? 0) : 0,
    transactionId: row.transaction_id ?? '',
    usedPercent: await usedPercent(db, row.user_id, row.curriculum_id),
    invoice: invoice?.state ?? null,
    secondPersonCents: await secondPersonCents(db),
    work: await waitingWork(db, row.id),
    timeline: await eventsOf(db, row.id),
    refunds: refunds.map(({ asked_at, done_at, nickname, ...refund }) => ({
      ...refund,
      askedBy: nickname ?? '',
      askedAt: asked_at,
      doneAt: done_at,
    })),
  }
}

/** Creates the refund, and approves it unless the amount needs a second person. */
async function refundOrder(ctx: StaffCtx, no: string, { cents, reason }: { cents?: number; reason: string }) {
  const { db, user, clock } = ctx
  const now = clock.now()
  const order = await lockOrder(db, (await orderByNo(db, no)).id)
  const refund = await beginRefund(db, order, { cents, reason, askedBy: user.id }, now)
  const needsSecond = await needsSecondPerson(db, refund.id, refund.cents)
  if (needsSecond) {
    const title = workTitle(order, refund.cents)
    await openWork(db, { kind: 'refund', subjectId: refund.id, userId: order.user_id, title }, now)
    await recordFirstApproval(db, { kind: 'refund', subjectId: refund.id }, user.id, refund.cents)
  } else await approveRefund(db, order, refund.id, { cents: refund.cents, note: reason }, now)
  return { order, needsSecond, cents: refund.cents }
}

export const orderStaffHandlers: Handlers<typeof orders> = {
  'GET /staff/v1/order_search': async ({ db }, { keyword, status, after, limit }) => {
    if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
    const where = matching(keyword, status)
    const { rows } = await selectOrders(
      sql`${where} and (${after ?? null}::bigint is null or o.id < ${after ?? null}::bigint)`,
      sql`order by o.id desc limit ${limit + 1}`,
    ).execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (select from orders o where ${where} limit ${totalMax}) counted`.execute(db)
    const shown = rows.slice(0, limit)
    return {
      list: shown.map(shapeOrder),
      next: rows.length > limit ? String(shown.at(-1)!.id) : null,
      total: counted[0]!.total,
    }
  },

  'GET /staff/v1/order_detail': async ({ db }, { no }) => detailOf(db, await orderByNo(db, no)),

  'POST /staff/v1/order_refund': async (ctx, { no, cents: part, reason }) => {
    const { order, needsSecond, cents } = await refundOrder(ctx, no, { cents: part, reason })
    ctx.audit({
      target: { kind: 'order', id: no, name: order.title },
      before: { payCents: order.pay_cents, status: order.status },
      after: { cents, needsSecond },
      reason,
    })
    return { needsSecond, cents }
  },
}
