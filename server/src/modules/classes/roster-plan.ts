import type { RosterProblem } from '../../db/schema/classes'

/** A roster file after reading, before it is compared with the database. */
export interface RosterFile {
  terms: FileTerm[]
  classes: FileClass[]
  students: FileStudent[]
  teachers: FileTeacher[]
  problems: RosterProblem[]
}

/**
 * A term of the file. Slugs identify terms and classes across files; a file without keys derives them from the names.
 */
export interface FileTerm {
  slug: string
  name: string
  startsOn: string
  endsOn: string
}

export interface FileClass {
  slug: string
  name: string
  college: string
  /** Null if the file does not give it: a new class then gets the current year. */
  year: number | null
  kind: 'home' | 'course'
  /** Slug of a term of the file. */
  term: string | null
}

export interface FileStudent {
  studentNo: string
  name: string
  line: number
  /** Slug of the home class; null if the file gives teaching classes only. */
  home: string | null
  /** Slugs of teaching classes. */
  courses: string[]
}

export interface FileTeacher {
  /** Slug of the class. */
  class: string
  name: string
  /** Empty if the file has none. */
  mobile: string
}

/** Content of the column roster_imports.plan. */
export interface RosterPlan {
  terms: FileTerm[]
  classes: FileClass[]
  teachers: FileTeacher[]
}
