import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AccountsSchema } from '../modules/accounts/schema'
import type { AiSchema } from '../modules/ai/schema'
import type { BankSchema } from '../modules/bank/schema'
import type { CatalogueSchema } from '../modules/catalogue/schema'
import type { CommerceSchema } from '../modules/commerce/schema'
import type { CommunitySchema } from '../modules/community/schema'
import type { ExamsSchema } from '../modules/exams/schema'
import type { LibrarySchema } from '../modules/library/schema'
import type { MediaSchema } from '../modules/media/schema'
import type { QuestionsSchema } from '../modules/questions/schema'
import type { ReadingSchema } from '../modules/reading/schema'
import type { StudySchema } from '../modules/study/schema'
import type { SupportSchema } from '../modules/support/schema'
import type { UploadsSchema } from '../modules/uploads/schema'

/**
 * The tables as the migrations leave them; each domain describes its own. Times are Unix seconds; `id` is for inside,
 * `uid` for outside.
 */
export interface Schema
  extends FoundationSchema,
    AccountsSchema,
    BankSchema,
    AiSchema,
    CatalogueSchema,
    CommerceSchema,
    CommunitySchema,
    ExamsSchema,
    LibrarySchema,
    MediaSchema,
    QuestionsSchema,
    SupportSchema,
    ReadingSchema,
    StudySchema,
    UploadsSchema {}

interface FoundationSchema {
  users: Users
  sessions: Sessions
  idempotency: Idempotency
  rate_counters: RateCounters
  jobs: Jobs
  entitlements: Entitlements
  messages: Messages
  categories: Categories
  banners: Banners
  agreements: Agreements
  articles: Articles
  app_versions: AppVersions
  settings: Settings
  migrations: Migrations
}

/** Read as a value, written as JSON text: the driver would turn arrays into PostgreSQL arrays. */
type Json = ColumnType<unknown, string, string>
type NullableJson = ColumnType<unknown, string | null | undefined, string | null>

interface Users {
  id: GeneratedAlways<number>
  uid: Generated<string>
  nickname: string
  avatar: string | null
  mobile: string | null
  password_hash: string | null
  student_status: Generated<'none' | 'pending' | 'passed' | 'rejected'>
  created_at: number
  closed_at: number | null
  gender: Generated<'unknown' | 'male' | 'female'>
  birthday: string | null
  location: Generated<string>
  bio: Generated<string>
  show_school: Generated<boolean>
  cancel_at: number | null
}

interface Sessions {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  token_hash: Buffer
  device: string
  platform: string
  ip: string
  created_at: number
  last_seen_at: number
  expires_at: number
  revoked_at: number | null
}

interface Idempotency {
  user_id: number
  path: string
  key: string
  body_hash: Buffer
  reply: NullableJson
  created_at: number
}

interface RateCounters {
  name: string
  subject: string
  window_start: number
  count: number
}

interface Jobs {
  id: GeneratedAlways<number>
  kind: string
  payload: Json
  run_at: number
  attempts: Generated<number>
  locked_until: number | null
  last_error: string | null
  unique_key: string | null
  created_at: Generated<number>
  failed_at: number | null
}

interface Entitlements {
  id: GeneratedAlways<number>
  user_id: number
  curriculum_id: number
  source: string
  created_at: number
  revoked_at: number | null
}

interface Messages {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  kind: 'system' | 'order' | 'study' | 'social'
  title: string
  body: string
  link: Generated<string>
  created_at: number
  read_at: number | null
}

interface Categories {
  id: GeneratedAlways<number>
  uid: Generated<string>
  slug: string
  title: string
  icon: string
  colour: string
  link: string
  position: number
}

interface Banners {
  id: GeneratedAlways<number>
  uid: Generated<string>
  slug: string
  title: string
  subtitle: string
  action: string
  image: string | null
  colour: string
  link: string
  html: string
  position: number
  starts_at: number | null
  ends_at: number | null
}

interface Agreements {
  id: number
  title: string
  html: string
  updated_at: number
}

interface Articles {
  id: GeneratedAlways<number>
  uid: Generated<string>
  slug: string
  title: string
  summary: string
  html: string
  published_at: number
}

interface AppVersions {
  version: string
  notes: string
  force: boolean
  url: string
  published_at: number
}

interface Settings {
  key: string
  value: Json
}

interface Migrations {
  name: string
}
