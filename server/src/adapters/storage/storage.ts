import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** Inclusive. */
  end: number
}

interface UploadLink {
  url: string
  /** Headers that the browser must send. */
  headers: Record<string, string>
}

/**
 * File storage. Keys are generated: `<area>/<name>` or `<area>/<folder>/<name>`. Areas: `p` public, `f` files and `v`
 * streamed videos behind signed URLs, `q` unchecked uploads.
 */
export interface Storage {
  /** Atomic: stores the whole file or nothing. */
  put(key: string, body: Buffer | { path: string }, mime: string): Promise<void>
  /** Null if the key does not exist. */
  size(key: string): Promise<number | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  remove(key: string): Promise<void>
  /** Lets a browser upload exactly this many bytes under the key until the URL expires. */
  uploadLink(key: string, upload: { bytes: number; mime: string; now: number; expiresAt: number }): Promise<UploadLink>
}
