import type { WorkDetail, WorkItem } from '@dxx/contract/calls/staff/work'

/** What a case of any kind gets: its item, and what to call when it is decided or was decided by somebody else. */
export interface CasePartProps<K extends WorkDetail['kind']> {
  item: WorkItem
  detail: Extract<WorkDetail, { kind: K }>
  onDecided(): void
  /** Somebody else was faster: what was typed stays. */
  onCollision(msg: string): void
}
