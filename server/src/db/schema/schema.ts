import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DeliveriesSchema } from './access'
import type { AccountsSchema } from './accounts'
import type { AiSchema } from './ai'
import type { AssignmentsSchema } from './assignments'
import type { BankSchema } from './bank'
import type { CampusSchema } from './campus'
import type { CatalogueSchema } from './catalogue'
import type { ClassesSchema } from './classes'
import type { CommerceSchema } from './commerce'
import type { CommunitySchema } from './community'
import type { ExamsSchema } from './exams'
import type { GradebookSchema } from './gradebook'
import type { LibrarySchema } from './library'
import type { MediaSchema } from './media'
import type { QuestionsSchema } from './questions'
import type { ReadingSchema } from './reading'
import type { SiteSchema } from './site'
import type { StaffSchema } from './staff'
import type { StatisticsSchema } from './statistics'
import type { StudioSchema } from './studio'
import type { StudySchema } from './study'
import type { SupportSchema } from './support'
import type { UploadsSchema } from './uploads'
import type { WorkSchema } from './work'

/**
 * The tables after all migrations; each file of this folder declares those of one domain. Times are Unix seconds. `id`
 * is used inside the server, `uid` in the API.
 */
export interface Schema
  extends FoundationSchema,
    AccountsSchema,
    DeliveriesSchema,
    AssignmentsSchema,
    BankSchema,
    AiSchema,
    CampusSchema,
    CatalogueSchema,
    ClassesSchema,
    CommerceSchema,
    CommunitySchema,
    ExamsSchema,
    GradebookSchema,
    LibrarySchema,
    MediaSchema,
    QuestionsSchema,
    SupportSchema,
    ReadingSchema,
    SiteSchema,
    StaffSchema,
    StatisticsSchema,
    StudioSchema,
    StudySchema,
    UploadsSchema,
    WorkSchema {}

interface FoundationSchema {
  users: Users
  sessions: Sessions
  idempotency: Idempotency
  rate_counters: RateCounters
  jobs: Jobs
  job_turns: JobTurns
  entitlements: Entitlements
  learner_deltas: { id: GeneratedAlways<number>; curriculum_id: number; amount: number }
  messages: Messages
  notification_settings: NotificationSettings
  broadcasts: Broadcasts
  categories: Categories
  banners: Banners
  agreements: Agreements
  articles: Articles
  app_versions: AppVersions
  settings: Settings
  migrations: Migrations
}

/** Read as a value, written as JSON text, because the driver would turn arrays into PostgreSQL arrays. */
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
  muted_until: number | null
  mute_reason: Generated<string>
  blocked_at: number | null
  block_reason: Generated<string>
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
  device_hash: string | null
  login_by: Generated<string>
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
  owner: number | null
  priority: Generated<number>
  deaths: Generated<number>
}

interface JobTurns {
  kind: string
  owner: number
  served: number
  served_at: number
}

interface Entitlements {
  id: GeneratedAlways<number>
  user_id: number
  curriculum_id: number
  source: string
  created_at: number
  revoked_at: number | null
}

/** Migration 0054. */
interface NotificationSettings {
  user_id: number
  social: Generated<boolean>
  remind_minute: number | null
  reminded_at: number | null
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
  broadcast_id: number | null
}

interface Broadcasts {
  id: GeneratedAlways<number>
  uid: Generated<string>
  title: string
  body: string
  link: string
  audience: 'all' | 'students' | 'class' | 'owners'
  class_id: number | null
  curriculum_id: number | null
  send_at: number
  state: Generated<'planned' | 'sending' | 'sent' | 'cancelled' | 'recalled'>
  sent_to: Generated<number>
  recipients: Generated<number>
  recalled: Generated<number>
  created_by: number | null
  created_at: number
  sent_at: number | null
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
