import type { ItemKind } from '@dxx/contract/calls/assignments'
import type { StaffItem } from '@dxx/contract/calls/staff/assignments'

/** An item that is being edited. */
export interface DraftItem {
  /** Key of the list; not sent. */
  key: string
  id?: string
  kind: ItemKind
  title: string
  target: string | null
  chapter: string | null
  amount: number
  minPercent: number
  points: number
}

export const draftOf = (item: StaffItem): DraftItem => ({ ...item, key: item.id })

/** The same content as a new item of another assignment. */
export const copyOf = ({ id, ...item }: StaffItem): DraftItem => ({ ...item, key: id })
