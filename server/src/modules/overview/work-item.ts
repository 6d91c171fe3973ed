import type { WorkDetail, work } from '@dxx/contract/calls/staff/work'
import type { Handlers, StaffCtx } from '../../context'
import { joinDetail } from '../classes/public'
import { invoiceDetail, refundDetail } from '../commerce/public'
import { questionDetail, reportDetail } from '../community/public'
import { appealDetail } from '../exams/public'
import { historyOf } from '../staff/public'
import { studentDetail } from '../students/public'
import { feedbackDetail, supportDetail } from '../support/public'
import { itemById, shapeItem, type WorkRow } from '../work/public'

/** Reads the details of a work item from the module of its kind. */
async function detailOf({ db, config, user, clock }: StaffCtx, row: WorkRow): Promise<WorkDetail | null> {
  const now = clock.now()
  const { subject_id: id } = row
  switch (row.kind) {
    case 'student':
      return studentDetail(db, config, row, now)
    case 'refund':
      return refundDetail(db, row)
    case 'invoice':
      return invoiceDetail(db, id)
    case 'support':
      return supportDetail(db, config, user, id, now)
    case 'feedback':
      return feedbackDetail(db, config, user, id, now)
    case 'report':
      return reportDetail(db, id)
    case 'appeal':
      return appealDetail(db, id)
    case 'join':
      return joinDetail(db, row)
    case 'question':
      return questionDetail(db, id)
  }
}

export const workItemHandlers: Pick<Handlers<typeof work>, 'GET /staff/v1/work_item'> = {
  'GET /staff/v1/work_item': async (ctx, { id }) => {
    const row = await itemById(ctx, id)
    const notes = await ctx.db
      .selectFrom('work_notes as n')
      .innerJoin('users as u', 'u.id', 'n.user_id')
      .select(['n.uid', 'n.text', 'n.created_at', 'u.nickname'])
      .where('n.item_id', '=', row.id)
      .orderBy('n.id')
      .limit(200)
      .execute()
    return {
      item: shapeItem(row, ctx.user.id),
      detail: await detailOf(ctx, row),
      notes: notes.map((note) => ({
        id: note.uid,
        author: note.nickname,
        text: note.text,
        createdAt: note.created_at,
      })),
      history: await historyOf(ctx.db, { targetKind: 'work', targetId: row.uid }, 100),
    }
  },
}
