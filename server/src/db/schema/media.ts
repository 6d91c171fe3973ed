import type { Generated, GeneratedAlways } from 'kysely'

export interface MediaSchema {
  media: Media
}

export type MediaKind = 'image' | 'video' | 'audio' | 'file'

interface Media {
  id: GeneratedAlways<number>
  uid: Generated<string>
  key: string
  kind: MediaKind
  mime: string
  bytes: number
  sha256: Buffer
  width: number | null
  height: number | null
  duration_seconds: number | null
  sizes: Generated<number[]>
  poster_id: number | null
  created_at: number
}
