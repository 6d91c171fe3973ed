import type { QuestionFileFormat } from '@dxx/contract/calls/staff/bank'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Drafts and revisions of content (migration 0065), files uploaded in parts (0066), imports of question files (0067, 0135), work on uploads (0088), and texts of the site (0090). */
export interface StudioSchema {
  content_revisions: ContentRevisions
  content_revision_files: ContentRevisionFiles
  content_drafts: ContentDrafts
  content_draft_files: ContentDraftFiles
  content_editors: ContentEditors
  console_fields: ConsoleFields
  question_drafts: QuestionDrafts
  question_edits: QuestionEdits
  content_uploads: ContentUploads
  question_imports: QuestionImports
  content_tasks: ContentTasks
  site_drafts: SiteDrafts
  site_revisions: SiteRevisions
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

interface ContentUploads {
  id: GeneratedAlways<number>
  uid: Generated<string>
  curriculum_id: number
  user_id: number
  name: string
  mark: string
  bytes: number
  received: Generated<number>
  parts: Generated<number>
  updated_at: number
}

export interface ImportNote {
  line: number
  item: string
  level: 'error' | 'warning' | 'info'
  text: string
}

interface QuestionImports {
  id: GeneratedAlways<number>
  uid: Generated<string>
  curriculum_id: number
  created_by: number | null
  created_at: number
  name: string
  file_key: string | null
  chapter: string | null
  format: QuestionFileFormat | null
  state: 'checking' | 'checked' | 'importing' | 'done' | 'failed'
  accepted: Generated<number>
  refused: Generated<number>
  report: ColumnType<ImportNote[], string | undefined, string>
}

interface ContentTasks {
  id: GeneratedAlways<number>
  uid: Generated<string>
  curriculum_id: number
  created_by: number | null
  created_at: number
  updated_at: number
  kind: 'file' | 'video'
  name: string
  file_key: string | null
  slug: string | null
  state: 'waiting' | 'running' | 'done' | 'failed'
  progress: Generated<string>
  report: ColumnType<
    { file: string; line: number; level: 'error' | 'warning'; text: string }[],
    string | undefined,
    string
  >
}

export type SiteSection = 'articles' | 'help' | 'banners'

/** Text of an article, a help page or a banner's page with its values. */
export interface SiteContent {
  title: string
  /** Articles only. */
  summary: string
  /** Time from which an article is shown; null: when it is published. */
  publishedAt: number | null
  /** Slug of the help category; empty for others. */
  category: string
  /** Path of the text in the folder of the entry; names of pictures are relative to it or to the folder. */
  path: string
  text: string
  /** Storage keys of pictures by their name in the text. */
  files: Record<string, string>
}

interface SiteDrafts {
  id: GeneratedAlways<number>
  section: SiteSection
  slug: string
  draft: ColumnType<SiteContent | null, string | null, string | null>
  updated_at: number
  updated_by: number | null
  deleted_at: number | null
}

interface SiteRevisions {
  id: GeneratedAlways<number>
  section: SiteSection
  slug: string
  number: number
  origin: RevisionOrigin
  content: ColumnType<SiteContent, string, string>
  created_by: number | null
  created_at: number
  note: Generated<string>
}
