import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables and views of migrations 0070 and 0092. */
export interface ClassesSchema {
  terms: Terms
  class_members: ClassMembers
  class_students: ClassStudents
  student_classes: StudentClasses
  exam_candidates: ExamCandidates
  class_joins: ClassJoins
  roster_imports: RosterImports
  roster_import_rows: RosterImportRows
  school_seats: SchoolSeats
  class_grants: ClassGrants
}

interface SchoolSeats {
  school_id: number
  curriculum_id: number
  seats: number
  ends_at: number | null
  updated_at: number
}

interface ClassGrants {
  id: GeneratedAlways<number>
  uid: Generated<string>
  class_id: number
  curriculum_id: number
  seats: number
  ends_at: number | null
  created_by: number
  created_at: number
  revoked_at: number | null
}

interface Terms {
  id: GeneratedAlways<number>
  uid: Generated<string>
  school_id: number
  slug: string
  name: string
  starts_on: ColumnType<string, string, string>
  ends_on: ColumnType<string, string, string>
}

interface ClassMembers {
  class_id: number
  roster_id: number
  added_at: number
}

/** View. */
interface ClassStudents {
  class_id: number
  roster_id: number | null
  user_id: number | null
  student_no: string
  name: string
}

/** View: classes of a user with an application. */
interface StudentClasses {
  user_id: number
  class_id: number
  school_id: number
  since: number
}

/** View: students of an exam, each once. */
interface ExamCandidates {
  exam_id: number
  user_id: number
  class_id: number
  since: number
}

interface ClassJoins {
  id: GeneratedAlways<number>
  uid: Generated<string>
  class_id: number
  user_id: number
  student_no: string
  name: string
  state: Generated<'waiting' | 'approved' | 'rejected' | 'withdrawn'>
  reason: Generated<string>
  created_at: number
  decided_at: number | null
  decided_by: number | null
}

export type RosterState = 'reading' | 'ready' | 'applying' | 'done' | 'failed' | 'cancelled'

export interface RosterProblem {
  /** Line of the file; 0 for the file as a whole. */
  line: number
  text: string
  fatal: boolean
}

interface RosterImports {
  id: GeneratedAlways<number>
  uid: Generated<string>
  school_id: number
  created_by: number
  file_name: string
  upload_id: number | null
  state: Generated<RosterState>
  plan: ColumnType<unknown, string | undefined, string>
  problems: ColumnType<RosterProblem[], string | undefined, string>
  counts: ColumnType<Record<string, number>, string | undefined, string>
  remove: Generated<'none' | 'unclaimed' | 'all'>
  created_at: number
  read_at: number | null
  finished_at: number | null
}

interface RosterImportRows {
  import_id: number
  student_no: string
  class_slug: string
  name: string
  line: number
  home: boolean
  change: 'new' | 'changed' | 'moved' | 'same' | null
  before_name: string | null
  before_class: number | null
}
