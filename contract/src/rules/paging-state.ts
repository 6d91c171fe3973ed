/** The foot of a list. */
export type LoadState = 'Default' | 'Loading' | 'NoMore' | 'Fail'
/** The head of a list while it is pulled down. */
export type RefreshState = 'Default' | 'pulling' | 'ReleaseToRefresh' | 'GoF2' | 'Loading' | 'Complete'

/** What the foot shows after a page arrived: a page that is short or empty is the last one. */
export function afterPage(received: number, pageSize: number): LoadState {
  return received < pageSize ? 'NoMore' : 'Default'
}

export interface PullThresholds {
  refresh: number
  /** Omitted where the list has no second floor. */
  secondFloor?: number
}

/** What the head shows at a distance pulled, while the finger is down. */
export function pullState(distance: number, { refresh, secondFloor }: PullThresholds): RefreshState {
  if (distance <= 0) return 'Default'
  if (secondFloor !== undefined && distance >= secondFloor) return 'GoF2'
  return distance >= refresh ? 'ReleaseToRefresh' : 'pulling'
}
