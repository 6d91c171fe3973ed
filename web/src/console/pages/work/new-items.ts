import type { WorkItem } from '@dxx/contract/calls/staff/work'
import type { WorkKind } from '@dxx/contract/staff'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Data } from '../../api/client'
import type { PagedList } from '../../api/hooks'

interface Shown {
  counts: Data<'GET /staff/v1/work_counts'> | undefined
  list: PagedList<WorkItem>
  kind: WorkKind | undefined
  mine: boolean
  onEmpty(): void
}

/**
 * Items that came after the list was loaded. They wait behind a button instead of moving the rows; an empty list shows
 * them at once (`onEmpty`). Returns null if there are none, else their number, 0 if it is not known.
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
  // An item that a colleague handed over is older than those in the list.
  const hasNew = isSeen && (mine ? waiting > total : newest > seen.newest)
  const isEmpty = hasNew && list.rows.length === 0
  const show = useEffectEvent(onEmpty)
  useEffect(() => {
    if (isEmpty) show()
  }, [isEmpty])
  return hasNew ? Math.max(0, waiting - total) : null
}
