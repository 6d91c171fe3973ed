import type { ColumnType, GeneratedAlways } from 'kysely'

/** Study records (migration 0014). */
export interface StudySchema {
  study_events: StudyEvents
  study_sessions: StudySessions
  study_removals: StudyRemovals
  home_versions: HomeVersions
}

/** Versions of the home page (migration 0145), written by triggers only. */
interface HomeVersions {
  user_id: number
  slot: number
  study: string
  plan: string
}

interface StudyEvents {
  id: GeneratedAlways<number>
  user_id: number
  curriculum_id: number
  chapter_id: number | null
  session: string
  /** yyyy-mm-dd; read as `day::text`. */
  day: ColumnType<never, string, never>
  start_at: number
  end_at: number
  percent: number
}

interface StudySessions {
  user_id: number
  id: string
  seconds: number
  last_at: number
}

interface StudyRemovals {
  user_id: number
  curriculum_id: number
  removed_at: number
}
