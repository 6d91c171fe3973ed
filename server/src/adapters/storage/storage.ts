import type { Readable } from 'node:stream'
import type { Config } from '../../config'
import { localStorage } from './local'
import { s3Storage } from './s3'

export interface ByteRange {
  start: number
  /** Included. */
  end: number
}

export interface UploadLink {
  url: string
  /** What the browser must send along. */
  headers: Record<string, string>
}

/**
 * Where files lie. Keys are made by us: `<area>/<name>` or `<area>/<folder>/<name>`. Areas: `p` public, `f` files and `v`
 * streamed videos behind signed links, `q` uploads that nobody has checked yet.
 */
export interface Storage {
  /** All of it or nothing, however it ends. */
  put(key: string, body: Buffer | { path: string }, mime: string): Promise<void>
  /** Null where there is nothing. */
  size(key: string): Promise<number | null>
  read(key: string, range?: ByteRange): Promise<Readable>
  remove(key: string): Promise<void>
  /** Lets a browser put exactly this many bytes under the key, until the link expires. */
  uploadLink(key: string, upload: { bytes: number; mime: string; now: number; expiresAt: number }): Promise<UploadLink>
}

const storages = new WeakMap<Config, Storage>()

/** The storage that the configuration chooses. */
export function storageOf(config: Config): Storage {
  let storage = storages.get(config)
  if (!storage) {
    storage = config.storage.kind === 's3' ? s3Storage(config.storage) : localStorage(config)
    storages.set(config, storage)
  }
  return storage
}
