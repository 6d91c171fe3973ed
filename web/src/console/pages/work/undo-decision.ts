import type { WorkItem } from '@dxx/contract/calls/staff/work'
import { ApiError } from '../../../api/error'
import { toast } from '../../../state/flash'
import { callStaff } from '../../api/client'
import { staffQueryClient } from '../../api/hooks'

/** Undoes a decision. Undo is offered on every page of the console, so this refreshes the lists itself. */
export async function undoDecision(send: () => Promise<unknown>): Promise<void> {
  try {
    await send()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.shown) toast(error.msg)
  }
  for (const name of ['GET /staff/v1/work_list', 'GET /staff/v1/work_counts', 'GET /staff/v1/work_item'])
    void staffQueryClient.invalidateQueries({ queryKey: [name] })
}

/** Puts student authentications that were just decided back into the queue, as they were before the decision. */
export function undoStudents(items: Pick<WorkItem, 'id' | 'version'>[]): void {
  // The decision added one to the version. A later change by a colleague is not undone.
  const decided = items.map(({ id, version }) => ({ id, version: version + 1 }))
  void undoDecision(async () => {
    const reason = '操作有误，已撤销，请以新的结果为准'
    const { results } = await callStaff('POST /staff/v1/student_reopen', { items: decided, reason })
    const failed = results.filter(({ ok }) => !ok)
    if (failed[0]) toast(`${failed.length} 件没有撤销：${failed[0].msg}`)
  })
}
