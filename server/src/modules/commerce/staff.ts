import type { OrderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import { Refusal } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { type ListPage, readListPage } from '../../db/list-page'
import { inTransaction } from '../../db/transaction'
import { type LockedOrder, lockOrder } from './change-status'
import { declineRefund, refundByOperator, usedPercent } from './refunds'

export async function listOrders(
  db: Db,
  { mobile, status }: { mobile?: string; status?: OrderStatus },
  page: ListPage,
) {
  const query = db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('payments as p', (join) => join.onRef('p.order_id', '=', 'o.id').on('p.settles', '=', true))
    .leftJoin('refunds as r', (join) =>
      join.on(sql<boolean>`r.id = (select max(id) from refunds where payment_id = p.id and state <> 'declined')`),
    )
    .select(['o.no', 'o.title', 'o.status', 'o.pay_cents', 'o.created_at', 'o.user_id', 'o.curriculum_id'])
    .select(['u.nickname', 'u.mobile', 'p.channel', 'p.transaction_id'])
    .select(['r.state as refund_state', 'r.reason as refund_reason', 'r.note as refund_note'])
    .$if(mobile !== undefined, (query) => query.where('u.mobile', '=', mobile!))
    .$if(status !== undefined, (query) => query.where('o.status', '=', status!))
    .select(sql<number[]>`array[-o.id]`.as('place'))
  const rows = await readListPage(db, query, 'no', page)
  const studied = (row: (typeof rows)[number]) =>
    row.refund_state === 'asked' ? usedPercent(db, row.user_id, row.curriculum_id) : 0
  return Promise.all(rows.map(async (row) => ({ ...row, studied: await studied(row) })))
}

/** Returns whether the order exists and the action was possible. */
function onOrder(db: Db, no: string, act: (tx: Db, order: LockedOrder) => Promise<void>): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await tx.selectFrom('orders').select('id').where('no', '=', no).executeTakeFirst()
    if (!row) return false
    await act(tx, await lockOrder(tx, row.id))
    return true
  }).catch((error) => {
    if (error instanceof Refusal) return false
    throw error
  })
}

export const refundOrder = (db: Db, no: string, reason: string, now: number) =>
  onOrder(db, no, (tx, order) => refundByOperator(tx, order, reason, now))

export const declineRefundByOrder = (db: Db, no: string, note: string, now: number) =>
  onOrder(db, no, (tx, order) => declineRefund(tx, order, note, now))
