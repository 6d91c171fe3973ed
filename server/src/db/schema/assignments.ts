import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migrations 0071 and 0092. */
export interface AssignmentsSchema {
  assignments: Assignments
  assignment_classes: { assignment_id: number; class_id: number }
  assignment_items: AssignmentItems
  assignment_submissions: AssignmentSubmissions
  assignment_extensions: AssignmentExtensions
}

export type LateRule = 'accept' | 'deduct' | 'close'
export type ItemKind = 'chapter' | 'lesson' | 'test' | 'practice' | 'code' | 'exam' | 'handin'

interface Assignments {
  id: GeneratedAlways<number>
  uid: Generated<string>
  school_id: number
  title: string
  note: string
  starts_at: number
  due_at: number
  late: LateRule
  late_percent: Generated<number>
  created_by: number
  created_at: number
  updated_at: number
  announced_at: number | null
  reminded_at: number | null
  withdrawn_at: number | null
}

interface AssignmentItems {
  id: GeneratedAlways<number>
  uid: Generated<string>
  assignment_id: number
  position: number
  kind: ItemKind
  title: string
  curriculum_id: number | null
  chapter_id: number | null
  question_id: number | null
  exam_id: number | null
  amount: Generated<number>
  min_percent: Generated<number>
  points: number
}

export interface StoredFile {
  id: string
  key: string
  name: string
  mime: string
  bytes: number
}

interface AssignmentSubmissions {
  id: GeneratedAlways<number>
  uid: Generated<string>
  item_id: number
  user_id: number
  text: string
  files: ColumnType<StoredFile[], string | undefined, string>
  submitted_at: number
  number: Generated<number>
  score: number | null
  comment: Generated<string>
  graded_by: number | null
  graded_at: number | null
}

interface AssignmentExtensions {
  assignment_id: number
  user_id: number
  due_at: number
  reason: string
  created_by: number
  created_at: number
  reminded_at: number | null
}
