import { orderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import type { AccountDataHandler } from '../../account-data-handler'

/** Orders stay after an account is closed, as required by law; personal data is removed. */
export const commerceAccountData: AccountDataHandler = {
  title: '订单、发票与兑换',
  hasRecords: async (db, userId) => {
    const order = await db.selectFrom('orders').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()
    const coupon = await db.selectFrom('coupons').select('id').where('used_by', '=', userId).limit(1).executeTakeFirst()
    return order !== undefined || coupon !== undefined
  },
  cancelCheck: async (db, userId) => {
    const rows = await db
      .selectFrom('orders')
      .select('status')
      .where('user_id', '=', userId)
      .where('status', 'in', [orderStatus.unpaid, orderStatus.refunding])
      .execute()
    const unpaid = rows.some(({ status }) => status === orderStatus.unpaid)
    const title = '订单和退款都已了结'
    if (rows.length === 0) return { title, ok: true, detail: '', link: '' }
    return {
      title,
      ok: false,
      detail: unpaid ? '有未付款的订单，请先付款或取消' : '有退款还没有完成，请等退款到账',
      link: `pages/order/index?tab=${unpaid ? 'unpaid' : 'refund'}`,
    }
  },
  exportData: async (db, userId) => ({
    orders: (
      await db
        .selectFrom('orders as o')
        .leftJoin('invoices as i', 'i.order_id', 'o.id')
        .select([
          'o.no',
          'o.title',
          'o.pay_cents as payCents',
          'o.off_cents as couponCents',
          'o.status',
          'o.created_at as createdAt',
        ])
        .select(['o.paid_at as paidAt', 'i.title as invoiceTitle', 'i.tax_no as taxNo', 'i.email as invoiceEmail'])
        .where('o.user_id', '=', userId)
        .orderBy('o.id')
        .execute()
    ).map(({ status, ...order }) => ({ ...order, status: orderStatusText[status] })),
    coupons: await db
      .selectFrom('coupons as k')
      .innerJoin('coupon_batches as b', 'b.id', 'k.batch_id')
      .select(['b.title', 'k.used_at as usedAt'])
      .where('k.used_by', '=', userId)
      .orderBy('k.used_at')
      .orderBy('k.id')
      .execute(),
  }),
  erase: async (tx, userId) => {
    const orderIds = tx.selectFrom('orders').select('id').where('user_id', '=', userId)
    await tx
      .updateTable('invoices')
      // Without its recipient, a requested invoice cannot be issued.
      .set((eb) => ({
        title: '',
        tax_no: '',
        email: '',
        state: eb
          .case()
          .when('state', '=', 'requested')
          .then('withdrawn' as const)
          .else(eb.ref('state'))
          .end(),
      }))
      .where('order_id', 'in', orderIds)
      .execute()
    await tx.updateTable('refunds').set({ reason: '' }).where('order_id', 'in', orderIds).execute()
  },
}
