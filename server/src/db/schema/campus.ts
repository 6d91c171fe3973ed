import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Tables of migrations 0074 to 0076. */
export interface CampusSchema {
  lti_keys: LtiKeys
  lti_platforms: LtiPlatforms
  lti_requests: LtiRequests
  lti_launches: LtiLaunches
  lti_links: LtiLinks
  lti_scores: LtiScores
  lti_members: LtiMembers
  xapi_stores: XapiStores
  xapi_statements: XapiStatements
  campus_logins: CampusLogins
  campus_identities: CampusIdentities
  campus_requests: CampusRequests
}

interface CampusLogins {
  id: GeneratedAlways<number>
  uid: Generated<string>
  school_id: number
  kind: 'cas' | 'oidc'
  enabled: boolean
  url: string
  client_id: string
  client_secret: Buffer | null
  number_field: string
  name_field: string
  updated_at: number
}

interface CampusIdentities {
  id: GeneratedAlways<number>
  user_id: number
  school_id: number
  issuer: string
  subject: string
  student_no: Generated<string>
  name: Generated<string>
  created_at: number
  last_login_at: number
}

interface CampusRequests {
  state_hash: Buffer
  secret_hash: Buffer
  login_id: number
  user_id: number | null
  redirect: string
  nonce: string
  verifier: string
  expires_at: number
}

/** Read as a value, written as JSON text. */
type Json = ColumnType<unknown, string, string>

interface LtiKeys {
  kid: string
  private_key: Buffer
  public_jwk: Json
  created_at: number
}

interface LtiPlatforms {
  id: GeneratedAlways<number>
  uid: Generated<string>
  school_id: number
  name: string
  enabled: boolean
  issuer: string
  client_id: string
  deployment_ids: string[]
  site_url: string
  auth_url: string
  token_url: string
  jwks_url: string
  number_from: 'none' | 'sourcedid' | 'custom'
  updated_at: number
}

interface LtiRequests {
  state_hash: Buffer
  platform_id: number
  nonce: string
  cookie_hash: Buffer
  expires_at: number
}

interface LtiLaunches {
  token_hash: Buffer
  platform_id: number
  claims: Json
  expires_at: number
}

export type LtiTargetKind = 'chapter' | 'curriculum' | 'practice' | 'exam'

interface LtiLinks {
  id: GeneratedAlways<number>
  uid: Generated<string>
  platform_id: number
  deployment_id: string
  resource_link_id: string
  context_id: string
  context_title: string
  target_kind: LtiTargetKind
  target_id: string
  line_item: string
  memberships_url: string
  members_due_at: number | null
  members_read_at: number | null
  members_failures: Generated<number>
  members_error: Generated<string>
  created_at: number
  last_launch_at: number
}

interface LtiScores {
  id: GeneratedAlways<number>
  link_id: number
  user_id: number
  subject: string
  reached: number | null
  is_final: Generated<boolean>
  sent: number | null
  sent_final: Generated<boolean>
  sent_at: number | null
  failures: Generated<number>
  last_error: Generated<string>
  due_at: number | null
  last_launch_at: number
}

interface LtiMembers {
  platform_id: number
  context_id: string
  subject: string
  name: string
  student_no: string
  is_teacher: boolean
  active: boolean
  read_at: number
}

interface XapiStores {
  school_id: number
  url: string
  username: string
  password: Buffer | null
  enabled: boolean
  collected_until: number
  updated_at: number
}

interface XapiStatements {
  id: string
  school_id: number
  user_id: number
  body: Json
  created_at: number
  due_at: number | null
  failures: Generated<number>
  last_error: Generated<string>
}
