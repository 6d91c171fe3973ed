import { canChangeOrder, type OrderActor, type OrderStatus, orderStatus } from '@dxx/contract/rules/order-state'
import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { preparedQuery } from '../../db/prepared'

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

const selectLocked = preparedQuery((tx, id: number) =>
  tx.selectFrom('orders').select(columns).where('id', '=', id).forUpdate(),
)

/** Locks an order. Call it before any decision about the order and before locking related rows. */
export async function lockOrder(tx: Db, id: number) {
  const [order] = await selectLocked(tx, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

interface Change {
  by: OrderActor
  /** Shown to the owner. */
  note?: string
  now: number
}

/** The only function that changes an order's status. Rejects transitions that `canChangeOrder` does not allow. */
export async function changeStatus(tx: Db, orderId: number, to: OrderStatus, { by, note = '', now }: Change) {
  const { status, paid_at } = await lockOrder(tx, orderId)
  if (!canChangeOrder(status, to, by)) fail('order-status-refused')
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
