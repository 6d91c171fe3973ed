import type { commerce, Invoice } from '@dxx/contract/calls/commerce'
import { orderStatus } from '@dxx/contract/rules/order-state'
import type { Selectable } from 'kysely'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { fail } from '../../http/errors'
import { notify } from '../messages/public'
import { lockOrder } from './change-status'
import { invoiceOf, ownOrder } from './queries'
import { orderLink } from './refunds'
import type { CommerceSchema } from './schema'

export function invoiceShape(row: Selectable<CommerceSchema['invoices']>): Invoice {
  return {
    kind: row.kind,
    title: row.title,
    taxNo: row.tax_no,
    email: row.email,
    cents: row.cents,
    state: row.state,
    requestedAt: row.requested_at,
    issuedAt: row.issued_at,
  }
}

type InvoiceCalls = 'POST /v1/invoice_request' | 'GET /v1/invoice_info'

export const invoiceHandlers: Pick<Handlers<typeof commerce>, InvoiceCalls> = {
  'POST /v1/invoice_request': async ({ db, user, clock }, { orderId, kind, title, taxNo, email }) => {
    const { id } = (await ownOrder(db, user.id, orderId)) ?? fail('order-not-found')
    const order = await lockOrder(db, id)
    if (order.status !== orderStatus.done) fail('invoice-refused')
    if ((await invoiceOf(db, id))?.state === 'issued') fail('invoice-issued')
    const tax_no = kind === 'company' ? taxNo : ''
    const row = { kind, title, tax_no, email, cents: order.pay_cents, requested_at: clock.now() }
    const saved = await db
      .insertInto('invoices')
      .values({ order_id: id, ...row })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ ...row, state: 'requested' }))
      .returningAll()
      .executeTakeFirstOrThrow()
    return invoiceShape(saved)
  },
  'GET /v1/invoice_info': async ({ db, user }, { orderId }) => {
    const { id } = (await ownOrder(db, user.id, orderId)) ?? fail('order-not-found')
    const row = await invoiceOf(db, id)
    return row ? invoiceShape(row) : null
  },
}

/** What operators are to issue, the oldest first. */
export function waitingInvoices(db: Db) {
  return (
    db
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select(['o.no', 'o.title as item', 'i.kind', 'i.title', 'i.tax_no', 'i.email', 'i.cents', 'i.requested_at'])
      .where('i.state', '=', 'requested')
      // Not while its money may go back.
      .where('o.status', '=', orderStatus.done)
      .orderBy('i.requested_at')
      .orderBy('o.id')
      .execute()
  )
}

/** Answers whether there was one to issue. */
export async function markIssued(tx: Db, orderNo: string, now: number): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'uid', 'user_id'])
    .where('no', '=', orderNo)
    .executeTakeFirst()
  if (!order) return false
  const row = await tx
    .updateTable('invoices')
    .set({ state: 'issued', issued_at: now })
    .where('order_id', '=', order.id)
    .where('state', '=', 'requested')
    .returning('email')
    .executeTakeFirst()
  if (!row) return false
  const body = `订单 ${orderNo} 的发票已发到 ${row.email}。`
  const notice = {
    userId: order.user_id,
    kind: 'order' as const,
    title: '发票已开具',
    body,
    link: orderLink(order.uid),
  }
  await notify(tx, notice, now)
  return true
}
