import { mayChange, type OrderActor, type OrderStatus, orderStatus } from '@dxx/contract/rules/order-state'
import type { Db } from '../../db/connection'
import { fail } from '../../http/errors'

const columns = [
  'id',
  'uid',
  'no',
  'user_id',
  'curriculum_id',
  'title',
  'pay_cents',
  'status',
  'created_at',
  'expires_at',
  'paid_at',
] as const

export type LockedOrder = Awaited<ReturnType<typeof lockOrder>>

/** Whoever decides about an order holds its row; everything else that belongs to it is locked after it. */
export function lockOrder(tx: Db, id: number) {
  return tx.selectFrom('orders').select(columns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

interface Change {
  by: OrderActor
  /** For the owner to read. */
  note?: string
  now: number
}

/** The only way in which an order changes its state. What the table does not allow is refused. */
export async function changeStatus(tx: Db, orderId: number, to: OrderStatus, { by, note = '', now }: Change) {
  const { status, paid_at } = await lockOrder(tx, orderId)
  if (!mayChange(status, to, by)) fail('order-status-refused')
  await tx
    .updateTable('orders')
    .set({ status: to, ...(to === orderStatus.done && paid_at === null && { paid_at: now }) })
    .where('id', '=', orderId)
    .execute()
  await addEvent(tx, orderId, to, { by, note, now })
}

export async function addEvent(tx: Db, orderId: number, status: OrderStatus, { by, note = '', now }: Change) {
  await tx.insertInto('order_events').values({ order_id: orderId, status, actor: by, note, at: now }).execute()
}
