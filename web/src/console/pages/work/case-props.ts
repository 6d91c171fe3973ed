import type { WorkDetail, WorkItem } from '@dxx/contract/calls/staff/work'

/** Props of a case of any kind: its item, and callbacks for a decision made here or by another member of staff. */
export interface CaseProps<K extends WorkDetail['kind']> {
  item: WorkItem
  detail: Extract<WorkDetail, { kind: K }>
  onDecided(): void
  /** Another member of staff was faster: typed text stays. */
  onCollision(msg: string): void
}
