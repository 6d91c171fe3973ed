import type { commerce, Invoice } from '@dxx/contract/calls/commerce'
import { orderStatus } from '@dxx/contract/rules/order-state'
import type { Selectable } from 'kysely'
import { fail } from '../../base/refusal'
import type { Config } from '../../config'
import type { Handlers } from '../../context'
import type { Db } from '../../db/connection'
import type { CommerceSchema } from '../../db/schema/commerce'
import { mediaUrl } from '../media/public'
import { notify } from '../messages/public'
import { closeWork, openWork } from '../work/public'
import { lockOrder } from './change-status'
import { invoiceOf, ownOrder } from './queries'
import { orderLink, settledPayment } from './refunds'
import { workTitle } from './rules'

interface Viewer {
  config: Config
  user: { uid: string }
  now: number
}

type InvoiceRow = Selectable<CommerceSchema['invoices']> & { file_key?: string | null }

export function invoiceShape(row: InvoiceRow, { config, user, now }: Viewer): Invoice {
  return {
    kind: row.kind,
    title: row.title,
    taxNo: row.tax_no,
    email: row.email,
    cents: row.cents,
    state: row.state,
    requestedAt: row.requested_at,
    issuedAt: row.issued_at,
    file: row.file_key ? mediaUrl(config.secret, row.file_key, now, { user: user.uid }) : null,
  }
}

type InvoiceCalls = 'POST /v1/invoice_request' | 'GET /v1/invoice_info'

export const invoiceHandlers: Pick<Handlers<typeof commerce>, InvoiceCalls> = {
  'POST /v1/invoice_request': async ({ db, config, user, clock }, { orderId, kind, title, taxNo, email }) => {
    const { id } = (await ownOrder(db, user.id, orderId)) ?? fail('order-not-found')
    const order = await lockOrder(db, id)
    if (order.status !== orderStatus.done) fail('invoice-refused')
    if ((await invoiceOf(db, id))?.state === 'issued') fail('invoice-issued')
    const tax_no = kind === 'company' ? taxNo : ''
    const { left: cents = 0 } = (await settledPayment(db, id)) ?? {}
    if (cents === 0) fail('invoice-refused')
    const row = { kind, title, tax_no, email, cents, requested_at: clock.now() }
    const saved = await db
      .insertInto('invoices')
      .values({ order_id: id, ...row })
      .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ ...row, state: 'requested' }))
      .returningAll()
      .executeTakeFirstOrThrow()
    const work = workTitle(order, cents)
    await openWork(db, { kind: 'invoice', subjectId: id, userId: user.id, title: work }, clock.now())
    return invoiceShape(saved, { config, user, now: clock.now() })
  },
  'GET /v1/invoice_info': async ({ db, config, user, clock }, { orderId }) => {
    const { id } = (await ownOrder(db, user.id, orderId)) ?? fail('order-not-found')
    const row = await invoiceOf(db, id)
    return row ? invoiceShape(row, { config, user, now: clock.now() }) : null
  },
}

/** Invoices to be issued by staff, oldest first. */
export function waitingInvoices(db: Db) {
  return (
    db
      .selectFrom('invoices as i')
      .innerJoin('orders as o', 'o.id', 'i.order_id')
      .select(['o.no', 'o.title as item', 'i.kind', 'i.title', 'i.tax_no', 'i.email', 'i.cents', 'i.requested_at'])
      .where('i.state', '=', 'requested')
      // Excludes orders that are being refunded.
      .where('o.status', '=', orderStatus.done)
      .orderBy('i.requested_at')
      .orderBy('o.id')
      .execute()
  )
}

/** Marks a requested invoice as issued and notifies the buyer. Returns false if none was requested. */
export async function markIssued(tx: Db, orderNo: string, now: number, fileId: number | null = null): Promise<boolean> {
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'uid', 'user_id'])
    .where('no', '=', orderNo)
    .executeTakeFirst()
  if (!order) return false
  const row = await tx
    .updateTable('invoices')
    .set({ state: 'issued', issued_at: now, file_id: fileId })
    .where('order_id', '=', order.id)
    .where('state', '=', 'requested')
    .returning('email')
    .executeTakeFirst()
  if (!row) return false
  await closeWork(tx, 'invoice', order.id, now)
  const body =
    fileId === null ? `订单 ${orderNo} 的发票已发到 ${row.email}。` : `订单 ${orderNo} 的发票已开具，可以在订单里下载。`
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
