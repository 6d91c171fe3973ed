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

/** How a browser receives a file that it reads by a link: headers of the response, and the end of the link. */
export interface ReadLink {
  mime: string
  caching: string
  /** Header content-disposition; absent for files that browsers show. */
  disposition?: string
  now: number
  expiresAt: number
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
  /** Returns a URL from which a browser can read the file, also parts of it, until the URL expires. S3 only. */
  readLink?(key: string, link: ReadLink): Promise<string>
  /**
   * Sets the rules of the bucket: what the service deletes automatically, and the origins whose pages may read and
   * upload. S3 only.
   */
  setRules?(origins: string[]): Promise<void>
}
