import type { decisions } from '@dxx/contract/calls/staff/decisions'
import type { WorkDetail } from '@dxx/contract/calls/staff/work'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { ownUploads } from '../uploads/public'
import { holdItem, recordFirstApproval, type WorkRow, workTarget } from '../work/public'
import { lockOrder } from './change-status'
import { markIssued } from './invoices'
import { approveRefund, declineRefund, refundedInParts, usedPercent } from './refunds'
import { needsSecondPerson, secondPersonCents } from './second-person'

type Calls = 'POST /staff/v1/refund_approve' | 'POST /staff/v1/refund_decline' | 'POST /staff/v1/invoice_issue'

async function askedRefundOf(db: Db, { subject_id }: WorkRow) {
  const { order_id, cents, reason, asked_by } = await db
    .selectFrom('refunds')
    .select(['order_id', 'cents', 'reason', 'asked_by'])
    .where('id', '=', subject_id)
    .executeTakeFirstOrThrow()
  // The reason is sent to the buyer only if staff started the refund.
  return { order: await lockOrder(db, order_id), cents, reason: asked_by === null ? '' : reason }
}

/** Whether a second person must approve the refund. Records this approval if it is the first one. */
async function waitsForSecond({ db, user }: StaffCtx, row: WorkRow, cents: number): Promise<boolean> {
  if (!(await needsSecondPerson(db, row.subject_id, cents))) return false
  if (row.approved_by === user.id) fail('second-person-required')
  if (row.approved_by !== null && row.approved_cents === cents) return false
  await recordFirstApproval(db, { kind: 'refund', subjectId: row.subject_id }, user.id, cents)
  return true
}

export const commerceStaffHandlers: Pick<Handlers<typeof decisions>, Calls> = {
  'POST /staff/v1/refund_approve': async (ctx, { cents: part, reason, ...item }) => {
    const { db, clock } = ctx
    const now = clock.now()
    const row = await holdItem(ctx, item, 'refund')
    const { order, cents: asked, reason: begunFor } = await askedRefundOf(db, row)
    const cents = part ?? asked
    if (cents > asked) fail('refund-amount-refused')
    const needsSecond = await waitsForSecond(ctx, row, cents)
    if (!needsSecond) await approveRefund(db, order, row.subject_id, { cents, note: reason || begunFor }, now)
    ctx.audit({
      target: workTarget(row),
      before: { order: order.no, payCents: order.pay_cents },
      after: { cents, needsSecond },
      reason,
    })
    return { needsSecond, cents }
  },

  'POST /staff/v1/refund_decline': async (ctx, { reason, ...item }) => {
    const row = await holdItem(ctx, item, 'refund')
    const { order } = await askedRefundOf(ctx.db, row)
    await declineRefund(ctx.db, order, reason, ctx.clock.now())
    ctx.audit({ target: workTarget(row), before: { order: order.no }, after: { declined: true }, reason })
    return {}
  },

  'POST /staff/v1/invoice_issue': async (ctx, { file, ...item }) => {
    const { db, user, clock } = ctx
    const row = await holdItem(ctx, item, 'invoice')
    const order = await lockOrder(db, row.subject_id)
    if (order.status !== orderStatus.done) fail('work-closed', { msg: '订单正在退款或已退款，不能开具发票' })
    const [upload] = file === null ? [] : await ownUploads(db, user.id, 'cs', [file])
    if (file !== null && !upload) fail('upload-not-found')
    if (!(await markIssued(db, order.no, clock.now(), upload?.uploadId ?? null))) fail('work-closed')
    ctx.audit({ target: workTarget(row), after: { order: order.no, file: file !== null } })
    return {}
  },
}

interface RefundRow {
  no: string
  title: string
  user_id: number
  curriculum_id: number
  pay_cents: number
  created_at: number
  paid_at: number | null
  channel: string
  payment_id: number
  reason: string
  asked_at: number
  cents: number
  begun_by: string | null
  approver_uid: string | null
  approver: string | null
}

export async function refundDetail(db: Db, row: WorkRow): Promise<Extract<WorkDetail, { kind: 'refund' }> | null> {
  const { rows } = await sql<RefundRow>`
    select o.no, o.title, o.user_id, o.curriculum_id, o.pay_cents, o.created_at, o.paid_at, p.channel, r.payment_id,
      r.reason, r.asked_at, r.cents, b.nickname as begun_by, a.uid as approver_uid, a.nickname as approver
    from refunds r join orders o on o.id = r.order_id join payments p on p.id = r.payment_id
      left join users a on a.id = ${row.approved_by} left join users b on b.id = r.asked_by
    where r.id = ${row.subject_id}`.execute(db)
  const found = rows[0]
  if (!found) return null
  const { approver_uid: id, approver: nickname } = found
  return {
    kind: 'refund',
    order: {
      no: found.no,
      title: found.title,
      payCents: found.pay_cents,
      refundedCents: await refundedInParts(db, found.payment_id),
      channel: found.channel,
      createdAt: found.created_at,
      paidAt: found.paid_at,
    },
    reason: found.reason,
    askedCents: found.cents,
    begunBy: found.begun_by,
    askedAt: found.asked_at,
    usedPercent: await usedPercent(db, found.user_id, found.curriculum_id),
    approvedBy: id === null ? null : { id, nickname: nickname!, cents: row.approved_cents! },
    secondPersonCents: await secondPersonCents(db),
  }
}

export async function invoiceDetail(db: Db, orderId: number): Promise<Extract<WorkDetail, { kind: 'invoice' }> | null> {
  const row = await db
    .selectFrom('invoices as i')
    .innerJoin('orders as o', 'o.id', 'i.order_id')
    .select(['o.no', 'o.title as item', 'o.paid_at', 'i.kind', 'i.title', 'i.tax_no', 'i.email', 'i.cents'])
    .select('i.requested_at')
    .where('i.order_id', '=', orderId)
    .executeTakeFirst()
  return row
    ? {
        kind: 'invoice',
        order: { no: row.no, title: row.item, paidAt: row.paid_at },
        invoiceKind: row.kind,
        invoiceTitle: row.title,
        taxNo: row.tax_no,
        email: row.email,
        cents: row.cents,
        requestedAt: row.requested_at,
      }
    : null
}
