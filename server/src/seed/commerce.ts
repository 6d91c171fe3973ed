import { orderLifeSeconds, orderStatus } from '@dxx/contract/rules/order-state'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'
import { grantEntitlement, owns } from '../modules/access/public'
import { addEvent, changeStatus, lockOrder } from '../modules/commerce/change-status'
import { addBatch, namedCurricula } from '../modules/commerce/coupon-batches'
import { closeExpired } from '../modules/commerce/orders'
import { openPayment } from '../modules/commerce/pay'
import { askRefund } from '../modules/commerce/refunds'
import { couponSource, newNumber, workTitle } from '../modules/commerce/rules'
import { recordPaid, recordRefunded } from '../modules/commerce/settle'
import { openWork } from '../modules/work/public'

const day = 86_400

type Fate = 'unpaid' | 'done' | 'invoiced' | 'cancelled' | 'closed' | 'refunding' | 'refunded'

/** Sample orders of both buyers, in every order status: item, age in days and outcome. */
const samples: { mobile: string; orders: [name: string, daysAgo: number, fate: Fate][] }[] = [
  {
    mobile: '13800000001',
    orders: [
      ['course/python', 40, 'invoiced'],
      ['textbook/data-structures', 32, 'done'],
      ['ebook/probability-twelve', 24, 'done'],
      ['bank/postgraduate-cs', 20, 'done'],
      ['textbook/databases', 15, 'refunding'],
      ['ebook/study-notes', 12, 'refunded'],
      ['textbook/c-programming', 6, 'cancelled'],
      ['course/machine-learning', 4, 'closed'],
      ['course/database-practice', 0, 'unpaid'],
    ],
  },
  {
    mobile: '13800000002',
    orders: [
      ['course/database-practice', 35, 'done'],
      ['textbook/c-programming', 30, 'done'],
      ['ebook/campus-writing', 25, 'done'],
      ['ebook/study-notes', 18, 'refunding'],
      ['ebook/probability-twelve', 14, 'refunded'],
      ['textbook/databases', 9, 'cancelled'],
      ['course/python', 5, 'closed'],
      ['course/machine-learning', 0, 'unpaid'],
    ],
  },
]

/** Coupon codes for development only, because they are publicly known. */
export const sampleCoupons = {
  fresh: ['DXXSAMPLE0001', 'DXXSAMPLE0002', 'DXXSAMPLE0003', 'DXXSAMPLE0004', 'DXXSAMPLE0005'],
  used: 'DXXSAMPLEUSED',
  expired: 'DXXSAMPLEOLD1',
}
const couponItems = ['course/english-reading', 'ebook/campus-writing']

/** Seeds orders, an invoice and coupons. Skips users who have orders, and sample courses that were not imported. */
export async function seedCommerce(db: Db, secret: string, now: number): Promise<void> {
  for (const { mobile, orders } of samples) {
    await inTransaction(db, async (tx) => {
      const user = await tx.selectFrom('users').select('id').where('mobile', '=', mobile).executeTakeFirst()
      const known =
        user && (await tx.selectFrom('orders').select('id').where('user_id', '=', user.id).executeTakeFirst())
      if (!user || known) return
      for (const [name, daysAgo, fate] of orders) await addOrder(tx, user.id, name, now - daysAgo * day, fate)
    })
  }
  await inTransaction(db, (tx) => addCoupons(tx, secret, now))
  await inTransaction(db, (tx) => addDiscounts(tx, now))
}

async function addOrder(tx: Db, userId: number, name: string, at: number, fate: Fate): Promise<void> {
  const [kind = '', slug = ''] = name.split('/')
  const item = await tx
    .selectFrom('curricula')
    .select(['id', 'title', 'price_cents', 'discount_percent', 'pay_cents'])
    .where('kind', '=', kind as 'course')
    .where('slug', '=', slug)
    .where('pay_cents', '>', 0)
    .executeTakeFirst()
  // Skips owned items, because a payment for an owned item would be refunded.
  if (!item || (await owns(tx, { id: userId }, item.id))) return
  const { id: curriculum_id, ...price } = item
  const { id } = await tx
    .insertInto('orders')
    .values({
      no: newNumber(at),
      user_id: userId,
      curriculum_id,
      ...price,
      created_at: at,
      expires_at: at + orderLifeSeconds,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addEvent(tx, id, orderStatus.unpaid, { by: 'owner', now: at })
  if (fate === 'unpaid') return
  if (fate === 'closed') return closeExpired(tx, id, at + orderLifeSeconds)
  if (fate === 'cancelled')
    return changeStatus(tx, id, orderStatus.cancelled, { by: 'owner', note: '你取消了订单', now: at + 120 })
  await payAndMore(tx, id, at + 60, fate)
}

/** Pays an order and applies its outcome with the functions of real payments, so that the ledger is correct. */
async function payAndMore(tx: Db, orderId: number, at: number, fate: Fate): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const { no, cents } = await openPayment(tx, order, 'test', 'cashier', at)
  await tx.insertInto('cashier_trades').values({ no, cents, state: 'paid' }).execute()
  await recordPaid(tx, 'test', { no, cents, transactionId: `test-${no}` }, at)
  const paid = await lockOrder(tx, orderId)
  if (fate === 'refunding') await askRefund(tx, paid, '内容和我想的不一样', at + 8 * day)
  if (fate === 'refunded') {
    await askRefund(tx, paid, '买重了', at + day)
    const refund = await tx.selectFrom('refunds').select('no').where('order_id', '=', orderId).executeTakeFirstOrThrow()
    await tx.insertInto('cashier_refunds').values({ refund_no: refund.no, no, cents }).execute()
    await recordRefunded(tx, refund.no, { cents }, at + day + 60)
  }
  if (fate === 'invoiced') {
    await tx
      .insertInto('invoices')
      .values({
        order_id: orderId,
        kind: 'company',
        title: '江城大学',
        tax_no: '12420000DXX0000012',
        email: 'zhou@example.cn',
        cents,
        requested_at: at + day,
      })
      .execute()
    const title = workTitle(paid, cents)
    await openWork(tx, { kind: 'invoice', subjectId: orderId, userId: paid.user_id, title }, at + day)
  }
}

async function addCoupons(tx: Db, secret: string, now: number): Promise<void> {
  const title = '新生礼包（示例）'
  if (await tx.selectFrom('coupon_batches').select('id').where('title', '=', title).executeTakeFirst()) return
  const curriculumIds = await namedCurricula(tx, couponItems).catch(() => null)
  if (!curriculumIds) return
  const { fresh, used, expired } = sampleCoupons
  const batch = { title, curriculumIds, now }
  await addBatch(tx, secret, { ...batch, expiresAt: now - day, codes: [expired] })
  const { id } = await addBatch(tx, secret, { ...batch, expiresAt: now + 365 * day, codes: [used] })
  await addBatch(tx, secret, { ...batch, expiresAt: now + 365 * day, codes: fresh })
  const user = await tx.selectFrom('users').select('id').where('mobile', '=', '13800000001').executeTakeFirst()
  if (!user) return
  const coupon = await tx
    .updateTable('coupons')
    .set({ used_by: user.id, used_at: now - 3 * day })
    .where('batch_id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const curriculumId of curriculumIds)
    await grantEntitlement(tx, { userId: user.id, curriculumId, source: couponSource(coupon.id), now: now - 3 * day })
}

/** Only for verified students, so that the prices other sample accounts pay are those of the content. */
const sampleDiscounts = [
  { title: '期中加油券（示例）', kind: 'amount' as const, off_cents: 1000, min_cents: 3000, per_user: 2, stock: 500 },
  { title: '认证学生专享（示例）', kind: 'percent' as const, percent: 85, cap_cents: 3000, per_user: 5 },
  { title: '大额满减（示例）', kind: 'amount' as const, off_cents: 5000, min_cents: 29_900, per_user: 1, stock: 50 },
]

/** Adds coupons that can be used, and one that has ended. */
async function addDiscounts(tx: Db, now: number): Promise<void> {
  const { title } = sampleDiscounts[0]!
  if (await tx.selectFrom('discounts').select('id').where('title', '=', title).executeTakeFirst()) return
  const audience = 'student' as const
  const dates = { audience, starts_at: now - 10 * day, ends_at: now + 60 * day, created_at: now - 10 * day }
  await tx
    .insertInto('discounts')
    .values([
      { title: '开学券（示例）', kind: 'amount', off_cents: 500, per_user: 1, ...dates, ends_at: now - day },
      ...sampleDiscounts.map((discount) => ({ ...discount, ...dates })),
    ])
    .execute()
}
