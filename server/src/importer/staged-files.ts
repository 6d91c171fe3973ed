import type { StoredMedia } from '../modules/media/store'

export interface StagedVideo {
  media: StoredMedia
  poster: StoredMedia | null
}

/** Source file of content. A text is read again when it is written; other files are already in the storage. */
export interface SourceFile {
  path: string
  mediaKey: string | null
}
