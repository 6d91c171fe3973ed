import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Drafts and revisions of content (migration 0065). */
export interface StudioSchema {
  content_revisions: ContentRevisions
  content_revision_files: ContentRevisionFiles
  content_drafts: ContentDrafts
  content_draft_files: ContentDraftFiles
  content_editors: ContentEditors
  console_fields: ConsoleFields
  question_drafts: QuestionDrafts
  question_edits: QuestionEdits
}

export type RevisionOrigin = 'files' | 'console' | 'start'

interface ContentRevisions {
  id: GeneratedAlways<number>
  uid: Generated<string>
  curriculum_id: number
  number: number
  origin: RevisionOrigin
  created_by: number | null
  created_at: number
  note: Generated<string>
}

interface ContentRevisionFiles {
  revision_id: number
  path: string
  text: string | null
  media_key: string | null
}

interface ContentDrafts {
  curriculum_id: number
  created_at: number
  updated_at: number
  updated_by: number | null
  publish_at: number | null
  publish_by: number | null
  publish_state: 'planned' | 'running' | 'failed' | null
  progress: Generated<string>
  report: ColumnType<unknown, string | null | undefined, string | null>
}

interface ContentDraftFiles {
  curriculum_id: number
  path: string
  text: string | null
  media_key: string | null
  updated_at: number
  updated_by: number | null
}

interface ContentEditors {
  curriculum_id: number
  user_id: number
  path: string
  seen_at: number
}

interface ConsoleFields {
  target: string
  field: string
  set_at: number
  set_by: number | null
}

interface QuestionDrafts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  curriculum_id: number
  slug: string
  question_id: number | null
  text: string
  created_at: number
  updated_at: number
  updated_by: number | null
}

export type QuestionEditAction = 'publish' | 'restore' | 'retire' | 'revive' | 'tags' | 'move'

interface QuestionEdits {
  id: GeneratedAlways<number>
  question_id: number
  version_id: number
  action: QuestionEditAction
  edited_by: number | null
  edited_at: number
}
