import type { StoredMedia } from '../modules/media/store'

export interface StagedVideo {
  media: StoredMedia
  poster: StoredMedia | null
}

/** Source file of content. Its text is read again when it is written; other files are in the storage. */
export interface SourceFile {
  path: string
  mediaKey: string | null
}
