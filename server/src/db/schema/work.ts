import type { WorkKind } from '@dxx/contract/staff'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StoredPicture } from './support'

/** Tables of migrations 0029, 0039 and 0040. */
export interface WorkSchema {
  work_items: WorkItems
  work_notes: WorkNotes
  canned_replies: CannedReplies
}

interface WorkItems {
  id: GeneratedAlways<number>
  uid: Generated<string>
  kind: WorkKind
  subject_id: number
  user_id: number
  school_id: number | null
  title: string
  opened_at: number
  due_at: number
  closed_at: number | null
  assignee_id: number | null
  taken_at: number | null
  assigned_by: number | null
  approved_by: number | null
  approved_cents: number | null
  version: Generated<number>
}

interface WorkNotes {
  id: GeneratedAlways<number>
  uid: Generated<string>
  item_id: number
  user_id: number
  text: string
  created_at: number
}

interface CannedReplies {
  id: GeneratedAlways<number>
  uid: Generated<string>
  title: string
  text: string
  images: ColumnType<StoredPicture[], string | undefined, string>
  updated_at: number
}
