import { type LocalSettings, localStorage } from './local'
import { s3Storage } from './s3'
import type { S3Settings } from './s3-client'
import type { Storage } from './storage'

export type StorageSettings = { kind: 'local' } | ({ kind: 's3' } & S3Settings)

export function createStorage(settings: StorageSettings, local: LocalSettings): Storage {
  return settings.kind === 's3' ? s3Storage(settings) : localStorage(local)
}
