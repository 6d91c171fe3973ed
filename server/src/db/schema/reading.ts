import type { HighlightStyle } from '@dxx/contract/calls/reading'
import type { Locator } from '@dxx/contract/locator'
import type { AnchorState, Position } from '@dxx/contract/rules/anchor'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Highlights, bookmarks and playback positions (migration 0015), and reviews of notes (0054). */
export interface ReadingSchema {
  highlights: Highlights
  resource_positions: ResourcePositions
  note_reviews: NoteReviews
}

interface Highlights {
  id: GeneratedAlways<number>
  user_id: number
  uid: string
  curriculum_id: number
  chapter_id: number
  mark: HighlightStyle
  note: string
  locator: ColumnType<Locator, string, string>
  place: ColumnType<Position, string, string>
  revision: number
  state: AnchorState | 'lost'
  created_at: number
  edited_at: number
  removed: Generated<boolean>
  change: Generated<number>
}

interface ResourcePositions {
  user_id: number
  resource_id: number
  seconds: number
  updated_at: number
}

/** One of `highlight_id` and `post_id` is null. */
interface NoteReviews {
  id: GeneratedAlways<number>
  user_id: number
  highlight_id: number | null
  post_id: number | null
  due_at: number
  stability: number
  hardness: number
  reviews: number
  lapses: number
  reviewed_at: number
}
