import type { WorkItem } from '@dxx/contract/calls/staff/work'
import type { WorkKind } from '@dxx/contract/staff'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StaffData } from '../../api/client'
import type { PagedList } from '../../api/hooks'

interface Shown {
  counts: StaffData<'GET /staff/v1/work_counts'> | undefined
  list: PagedList<WorkItem>
  kind: WorkKind | undefined
  mine: boolean
  onEmpty(): void
}

/**
 * Counts the work items that arrived after the list was loaded. A button shows them, so that rows do not move; for an
 * empty list `onEmpty` loads them at once. Returns null without new items, 0 for an unknown number.
 */
export function useNewItems({ counts, list, kind, mine, onEmpty }: Shown): number | null {
  const kinds = counts?.kinds.filter((one) => kind === undefined || one.kind === kind) ?? []
  const newest = Math.max(0, ...kinds.map((one) => one.newest))
  const filter = `${kind} ${mine}`
  const [seen, setSeen] = useState<{ filter: string; rows: WorkItem[]; newest: number } | null>(null)
  const isSeen = seen?.filter === filter && seen.rows === list.rows
  if (counts && !list.isPending && !list.isOld && !isSeen) setSeen({ filter, rows: list.rows, newest })

  const total = list.total ?? 0
  const waiting = kinds.reduce((sum, one) => sum + (mine ? one.mine : one.waiting), 0)
  // In the staff member's own list, `newest` does not show whether an item is new: an item handed over by a colleague
  // can be older than the rows.
  const hasNew = isSeen && (mine ? waiting > total : newest > seen.newest)
  const isEmpty = hasNew && list.rows.length === 0
  const show = useEffectEvent(onEmpty)
  useEffect(() => {
    if (isEmpty) show()
  }, [isEmpty])
  return hasNew ? Math.max(0, waiting - total) : null
}
