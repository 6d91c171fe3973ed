import type { Role, ScopeKind } from '@dxx/contract/staff'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migration 0028. */
export interface StaffSchema {
  staff_grants: StaffGrants
  staff_accounts: StaffAccounts
  recovery_codes: { user_id: number; code_hash: Buffer; used_at: number | null }
  console_sessions: ConsoleSessions
  audit: Audit
  audit_checkpoints: { through: number; hash: Buffer; at: number }
}

interface StaffGrants {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  role: Role
  scope_kind: ScopeKind
  scope_id: number | null
  created_at: number
  renewed_at: number
  granted_by: number | null
  ends_at: number | null
  revoked_at: number | null
  revoked_by: number | null
}

interface StaffAccounts {
  user_id: number
  last_login_at: number | null
  factor_secret: Buffer | null
  factor_pending: Buffer | null
  factor_confirmed_at: number | null
  factor_step: Generated<number>
}

interface ConsoleSessions {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  token_hash: Buffer
  created_at: number
  seen_at: number
  ends_at: number
  factor_at: number | null
  proof_at: number | null
  address: string
  agent: string
  revoked_at: number | null
}

type AuditValues = ColumnType<Record<string, unknown> | null, string | null, never>

interface Audit {
  id: number
  at: number
  user_id: number | null
  roles: string
  call: string
  target_kind: string
  target_id: string
  target_name: string
  before: AuditValues
  after: AuditValues
  reason: string
  address: string
  request_id: string
  previous: Buffer
  hash: Buffer
}
