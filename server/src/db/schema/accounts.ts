import type { CodeScene } from '@dxx/contract/calls/accounts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migrations 0003 and 0025. The columns that these add to `users` are declared in db/schema/schema.ts. */
export interface AccountsSchema {
  codes: Codes
  tickets: Tickets
  qr_logins: QrLogins
  wechat_identities: WechatIdentities
  service_tokens: ServiceTokens
  student_applications: StudentApplications
  known_devices: { user_id: number; device_hash: string; last_login_at: number }
  slider_checks: SliderChecks
  guess_budgets: { subject: string; busy_until: number; day: number; wrong: number }
}

interface SliderChecks {
  uid: Generated<string>
  requester: string
  network: string
  target: number
  tries: Generated<number>
  pass_hash: Buffer | null
  expires_at: number
}

interface Codes {
  id: GeneratedAlways<number>
  mobile: string
  scene: CodeScene
  code_hash: Buffer
  guesses: Generated<number>
  created_at: number
  used_at: number | null
  requester: Generated<string>
  network: Generated<string>
  known: Generated<boolean>
  step: Generated<number>
  charged: Generated<number>
}

interface Tickets {
  token_hash: Buffer
  purpose: 'change' | 'find' | 'cancel' | 'merge-wechat' | 'campus' | 'merge-campus'
  user_id: number | null
  proof: ColumnType<unknown, string, never>
  expires_at: number
}

interface QrLogins {
  uid: Generated<string>
  secret_hash: Buffer
  state: Generated<'waiting' | 'scanned' | 'confirmed' | 'refused' | 'used'>
  user_id: number | null
  device: string
  platform: string
  ip: string
  created_at: number
  expires_at: number
}

interface WechatIdentities {
  id: GeneratedAlways<number>
  user_id: number
  app_id: string
  openid: string
  unionid: string | null
  nickname: Generated<string>
  created_at: number
}

interface ServiceTokens {
  name: string
  value: string
  expires_at: number
}

interface StudentApplications {
  user_id: number
  uid: Generated<string>
  school_id: number | null
  university_code: string | null
  school_name: string
  class_id: number | null
  class_name: string
  student_no: string
  name: string
  photo_id: number | null
  submitted_at: number
  reviewed_at: number | null
  reason: Generated<string>
  by_campus: Generated<boolean>
}
