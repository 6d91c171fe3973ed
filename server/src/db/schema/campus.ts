import type { Generated, GeneratedAlways } from 'kysely'

/** Tables of migration 0074. */
export interface CampusSchema {
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
