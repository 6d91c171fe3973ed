import type { CurriculumKind } from '@dxx/contract/shapes'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables filled by the importer (migration 0002). */
export interface CatalogueSchema {
  subjects: Subjects
  teachers: Teachers
  schools: Schools
  classes: Classes
  rosters: Rosters
  help_categories: HelpCategories
  help_articles: HelpArticles
  curricula: Curricula
  related_curricula: RelatedCurricula
  chapters: Chapters
  paragraphs: Paragraphs
  resources: Resources
  search_documents: SearchDocuments
  search_terms: SearchTerms
  source_files: SourceFiles
  collections: Collections
  code_scans: { code: string; day: ColumnType<Date, string, string>; scans: number }
  collection_items: { collection_id: number; curriculum_id: number; position: number }
}

interface Subjects {
  id: GeneratedAlways<number>
  uid: string
  slug: string
  name: string
  colour: string
  position: number
}

interface Teachers {
  id: GeneratedAlways<number>
  uid: string
  slug: string
  name: string
  title: string
  intro_html: string
  avatar_id: number | null
  position: number
}

interface Schools {
  id: GeneratedAlways<number>
  uid: string
  slug: string
  name: string
  province: string
  city: string
  address: string
  latitude: number | null
  longitude: number | null
  has_roster: boolean
  roster_match: 'instant' | 'confirm' | null
  roster_match_at: number | null
  position: number
}

interface Classes {
  id: GeneratedAlways<number>
  uid: string
  school_id: number
  slug: string
  name: string
  college: string
  year: number
  position: number
  kind: Generated<'home' | 'course'>
  term_id: number | null
  join_code: string | null
  archived_at: number | null
}

interface Rosters {
  id: GeneratedAlways<number>
  school_id: number
  class_id: number
  student_no: string
  name: string
  claimed_by: number | null
  claimed_at: number | null
}

interface HelpCategories {
  id: GeneratedAlways<number>
  uid: string
  slug: string
  title: string
  position: number
}

interface HelpArticles {
  id: GeneratedAlways<number>
  uid: string
  category_id: number
  slug: string
  title: string
  html: string
  plain: string
  position: number
}

interface Curricula {
  id: GeneratedAlways<number>
  uid: Generated<string>
  kind: CurriculumKind
  slug: string
  title: string
  price_cents: Generated<number>
  discount_percent: Generated<number>
  published: Generated<boolean>
  created_at: number
  subtitle: Generated<string>
  subject_id: number | null
  teacher_id: number | null
  author: Generated<string>
  summary: Generated<string>
  intro_html: Generated<string>
  cover_id: number | null
  tags: Generated<string[]>
  word_count: Generated<number>
  minutes: Generated<number>
  chapter_count: Generated<number>
  /** Changes with every change of the curriculum's chapters and resources. */
  content_version: Generated<number>
  duration_seconds: Generated<number>
  learners: Generated<number>
  published_at: Generated<number>
  updated_at: Generated<number>
  content_hash: Buffer | null
  source_hash: Buffer | null
  /** Number of ratings with one to five stars (migration 0004). */
  ratings: Generated<number[]>
  pay_cents: GeneratedAlways<number>
  /**
   * `sale_ends_at`: end of the sale, which starts at `published_at`. `recommended`: place among the recommended items
   * of its kind.
   */
  sale_ends_at: number | null
  recommended: number | null
}

interface Collections {
  id: GeneratedAlways<number>
  uid: Generated<string>
  kind: CurriculumKind
  title: string
  note: string
  position: number
  published: boolean
  updated_at: number
}

interface RelatedCurricula {
  curriculum_id: number
  position: number
  kind: CurriculumKind
  slug: string
}

export type ChapterKind = 'part' | 'text' | 'video' | 'expand'

interface Chapters {
  id: GeneratedAlways<number>
  uid: string
  curriculum_id: number
  parent_id: number | null
  position: number
  slug: string
  title: string
  kind: ChapterKind
  after_id: number | null
  free: boolean
  /** Entries `{ title, depth, pid }`, written as JSON. */
  outline: ColumnType<{ title: string; depth: number; pid: string }[], string | undefined, string>
  test_slug: string | null
  html: string
  plain: string
  word_count: number
  minutes: number
  duration_seconds: number
  video_id: number | null
  subtitles_id: number | null
  content_hash: Buffer
  revision: Generated<number>
  updated_at: number
  removed_at: number | null
}

/** Written only in SQL: `array_to_tsvector(grams)`. */
type Grams = ColumnType<string, never, never>

interface Paragraphs {
  chapter_id: number
  pid: string
  position: number
  text: string
  grams: Grams
}

export type ResourceKind = 'video' | 'audio' | 'file' | 'link' | 'dataset'

interface Resources {
  id: GeneratedAlways<number>
  uid: string
  curriculum_id: number
  chapter_id: number | null
  slug: string
  title: string
  kind: ResourceKind
  media_id: number | null
  url: string | null
  body: string | null
  name: string
  code: string
  position: number
  removed_at: number | null
}

interface SearchDocuments {
  id: GeneratedAlways<number>
  kind: CurriculumKind | 'chapter' | 'teacher' | 'article' | 'help'
  target: string
  curriculum_id: number | null
  title: string
  body: string
  grams: Grams
  initials: string[]
  folded_title: GeneratedAlways<string>
  folded_body: GeneratedAlways<string>
  name: Generated<string>
  words: Grams
  terms: Generated<string[]>
  indexed: Generated<number>
}

interface SearchTerms {
  term: string
  spelled: string
  initials: string
  blurred: string
  pieces: string[]
  weight: number
}

interface SourceFiles {
  id: GeneratedAlways<number>
  curriculum_id: number | null
  path: string
  text: string | null
  media_key: string | null
  /** When the file was last published from the console; null for a file of an import. */
  console_at: Generated<number | null>
}
