import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Favourites, history and progress (migration 0004). */
export interface LibrarySchema {
  favourites: Favourites
  browse_records: BrowseRecords
  progress: Progress
  events: Events
}

interface Favourites {
  user_id: number
  curriculum_id: number
  created_at: number
}

interface BrowseRecords {
  user_id: number
  curriculum_id: number
  viewed_at: number
}

interface Progress {
  user_id: number
  chapter_id: number
  curriculum_id: number
  percent: Generated<number>
  seconds: Generated<number>
  position: ColumnType<unknown, string | null | undefined, string | null>
  done_at: number | null
  /** When the server learnt of `done_at` (migration 0121). */
  done_recorded_at: number | null
  updated_at: number
  position_at: Generated<number>
  revision: Generated<number>
  covered: ColumnType<[number, number][], string | undefined, string>
}

interface Events {
  id: GeneratedAlways<number>
  /** yyyy-mm-dd; compared in SQL, never selected. */
  day: ColumnType<never, string, never>
  name: string
  visitor: string
  platform: string
  page: string
  value: string
  at: number
}
