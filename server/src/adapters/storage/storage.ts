import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** Position of the last byte, inclusive. */
  end: number
}

interface UploadLink {
  url: string
  /** Headers that the browser must send. */
  headers: Record<string, string>
}

/**
 * File storage. The server generates the keys: `<area>/<name>` or `<area>/<folder>/<name>`. Areas: `p` public files,
 * `f` files with signed URLs, `v` streamed videos with signed URLs, `q` unchecked uploads.
 */
export interface Storage {
  /** Atomic: stores the whole file or nothing. */
  put(key: string, body: Buffer | { path: string }, mime: string): Promise<void>
  /** Returns the size in bytes, or null if the key does not exist. */
  size(key: string): Promise<number | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  remove(key: string): Promise<void>
  /** Returns a URL to which a browser can upload exactly this many bytes under the key until the URL expires. */
  uploadLink(key: string, upload: { bytes: number; mime: string; now: number; expiresAt: number }): Promise<UploadLink>
}
