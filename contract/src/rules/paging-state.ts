/** State of a list's footer. */
export type LoadState = 'Default' | 'Loading' | 'NoMore' | 'Fail'
/** State of a list's header during pull-to-refresh. */
export type RefreshState = 'Default' | 'pulling' | 'ReleaseToRefresh' | 'GoF2' | 'Loading' | 'Complete'

/** Footer state after a page arrived: a short or empty page is the last one. */
export function afterPage(received: number, pageSize: number): LoadState {
  return received < pageSize ? 'NoMore' : 'Default'
}

export interface PullThresholds {
  refresh: number
  /** Distance that opens the page behind the list ("second floor"); omitted if there is none. */
  secondFloor?: number
}

/** Header state at a pull distance, while the user is pulling. */
export function pullState(distance: number, { refresh, secondFloor }: PullThresholds): RefreshState {
  if (distance <= 0) return 'Default'
  if (secondFloor !== undefined && distance >= secondFloor) return 'GoF2'
  return distance >= refresh ? 'ReleaseToRefresh' : 'pulling'
}
