import type { GradebookSettings } from '@dxx/contract/rules/gradebook'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Tables of migrations 0072 and 0120. */
export interface GradebookSchema {
  gradebooks: Gradebooks
  gradebook_overrides: GradebookOverrides
}

interface Gradebooks {
  id: GeneratedAlways<number>
  class_id: number
  term_id: number | null
  settings: ColumnType<GradebookSettings, string, string>
  updated_at: number
}

interface GradebookOverrides {
  id: GeneratedAlways<number>
  class_id: number
  assignment_id: number | null
  exam_id: number | null
  user_id: number
  score: number
  reason: string
  created_by: number
  created_at: number
}
