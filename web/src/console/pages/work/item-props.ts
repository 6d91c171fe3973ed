import type { WorkDetail, WorkItem } from '@dxx/contract/calls/staff/work'

/** Props of a work item of any kind: the item, and callbacks for a decision made here or by another staff member. */
export interface ItemProps<K extends WorkDetail['kind']> {
  item: WorkItem
  detail: Extract<WorkDetail, { kind: K }>
  onDecided(): void
  /** Called if another staff member has decided the work item already; typed text stays. */
  onCollision(msg: string): void
}
