import type { WorkDetail, WorkItem } from '@dxx/contract/calls/staff/work'

/** Props of a case of any kind: the case, and callbacks for a decision made here or by another staff member. */
export interface CaseProps<K extends WorkDetail['kind']> {
  item: WorkItem
  detail: Extract<WorkDetail, { kind: K }>
  onDecided(): void
  /** Called if another staff member has decided the case already; typed text stays. */
  onCollision(msg: string): void
}
