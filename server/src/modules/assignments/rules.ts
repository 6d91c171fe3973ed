import type { AssignmentState } from '@dxx/contract/calls/assignments'
import type { LateRule } from '../../db/schema/assignments'

interface Item {
  points: number
  percent: number
  share: number | null
  timely: number
  doneAt: number | null
}

interface Terms {
  dueAt: number
  late: LateRule
  latePercent: number
}

/** An item is done if its record has a time of completion; reading a chapter to 100 % sets that time. */
export const isDone = ({ doneAt }: Pick<Item, 'doneAt'>): boolean => doneAt !== null

/** Done share of an assignment, its last time, and whether that was late. */
export function summarise(items: readonly Omit<Item, 'timely'>[], { dueAt }: Pick<Terms, 'dueAt'>) {
  const points = items.reduce((sum, item) => sum + item.points, 0)
  const percent = Math.floor(
    items.reduce((sum, item) => sum + item.points * (isDone(item) ? 100 : Math.min(99, item.percent)), 0) /
      Math.max(points, 1),
  )
  const left = items.filter((item) => !isDone(item)).length
  const doneAt = left === 0 ? Math.max(...items.map((item) => item.doneAt!)) : null
  return { percent, left, doneAt, late: items.some((item) => item.doneAt !== null && item.doneAt > dueAt) }
}

/**
 * Points of an assignment as a share of its full score; null while an item waits for a score. Work by the due date
 * counts in full; later work counts by the late rule, whether or not the item is finished.
 */
export function assignmentShare(
  items: readonly Pick<Item, 'points' | 'share' | 'timely'>[],
  { late, latePercent }: Pick<Terms, 'late' | 'latePercent'>,
): number | null {
  if (items.some(({ share }) => share === null)) return null
  const lateShare = { accept: 1, deduct: 1 - latePercent / 100, close: 0 }[late]
  const points = items.reduce((sum, item) => sum + item.points, 0)
  const got = items.reduce((sum, { points: full, share, timely }) => {
    const inTime = Math.min(timely, share!)
    return sum + full * (inTime + (share! - inTime) * lateShare)
  }, 0)
  return got / Math.max(points, 1)
}

export function stateOf(left: number, { dueAt, late }: Pick<Terms, 'dueAt' | 'late'>, now: number): AssignmentState {
  if (left === 0) return 'done'
  if (now <= dueAt) return 'open'
  return late === 'close' ? 'closed' : 'late'
}
