import type { Generated, GeneratedAlways } from 'kysely'

export interface UploadsSchema {
  uploads: Uploads
}

interface Uploads {
  id: GeneratedAlways<number>
  uid: Generated<string>
  user_id: number
  purpose: 'avatar' | 'image' | 'student-card' | 'feedback' | 'cs' | 'homework'
  name: string
  bytes: number
  state: Generated<'pending' | 'received' | 'stored' | 'refused' | 'ended'>
  error: string | null
  media_id: number | null
  created_at: number
  expires_at: number
}
