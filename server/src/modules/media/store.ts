import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../../adapters/storage/storage'
import type { Db } from '../../db/connection'
import type { MediaKind } from '../../db/schema/media'
import { readHls } from './hls'
import { encodeImage, isAnimated, MediaError } from './images'
import { readMp4 } from './mp4'
import { sniffFile, sniffHead } from './sniff'
import { cleanSvg } from './svg'
import { type Ending, endingOf, fileTypes, typeOf } from './types'

/** A stored file, ready for a row in `media`. */
export interface StoredMedia {
  key: string
  kind: MediaKind
  mime: string
  bytes: number
  sha256: Buffer
  width: number | null
  height: number | null
  durationSeconds: number | null
  sizes: number[]
  /** Import warnings for the author. */
  doubts: string[]
}

/** `p` public, `f` behind signed links. */
export type Area = 'p' | 'f'

const rasters: readonly Ending[] = ['png', 'jpg', 'gif', 'webp', 'avif']

async function putOnce(storage: Storage, key: string, body: Buffer | { path: string }): Promise<void> {
  if ((await storage.size(key)) === null) await storage.put(key, body, typeOf(key).mime)
}

const nameOf = (hash: Buffer) => hash.toString('hex').slice(0, 32)
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

function stored(key: string, sha: Buffer, bytes: number, facts: Partial<StoredMedia> = {}): StoredMedia {
  const { kind, mime } = typeOf(key)
  const none = { width: null, height: null, durationSeconds: null, sizes: [], doubts: [] }
  return { key, kind, mime, bytes, sha256: sha, ...none, ...facts }
}

export interface ImageOptions {
  area: Area
  max: number
  sizes: number[]
  /** Allows SVG and animations; for authors, never for users. */
  trusted: boolean
  /** File name instead of the one derived from the content: equal images of several users share that one. */
  name?: string
}

/** Stores an image: decoded, re-encoded in sizes, named by the content hash. */
export async function storeImage(storage: Storage, data: Buffer, options: ImageOptions): Promise<StoredMedia> {
  const ending = sniffHead(data.subarray(0, 4096), '')
  if (ending === 'svg' && options.trusted) return storeSvg(storage, data.toString('utf8'), options.area)
  if (!rasters.includes(ending)) throw new MediaError('不是可以显示的图片（支持 PNG、JPEG、WebP、GIF、AVIF）')
  const encoded = await encodeImage(data, options)
  const facts = { width: encoded.width, height: encoded.height }
  if (options.trusted && (ending === 'gif' || ending === 'webp') && (await isAnimated(data))) {
    const sha = sha256(data)
    const key = `${options.area}/${nameOf(sha)}.${ending}`
    await putOnce(storage, key, data)
    return stored(key, sha, data.length, facts)
  }
  const [whole, ...smaller] = encoded.versions
  const sha = sha256(whole!.data)
  const base = `${options.area}/${options.name ?? nameOf(sha)}`
  for (const { width, data } of smaller) await putOnce(storage, `${base}-${width}.webp`, data)
  // The full size is stored last: if it exists, all sizes exist.
  await putOnce(storage, `${base}.webp`, whole!.data)
  return stored(`${base}.webp`, sha, whole!.data.length, { ...facts, sizes: smaller.map(({ width }) => width) })
}

async function storeSvg(storage: Storage, source: string, area: Area): Promise<StoredMedia> {
  const { text, width, height } = cleanSvg(source)
  const sha = sha256(text)
  const key = `${area}/${nameOf(sha)}.svg`
  await putOnce(storage, key, Buffer.from(text))
  return stored(key, sha, Buffer.byteLength(text), { width, height })
}

/** Stores any other file unchanged; `as` replaces the name derived from its bytes. */
export async function storeFile(
  storage: Storage,
  path: string,
  name: string,
  area: Area,
  as?: string,
): Promise<StoredMedia> {
  const ending = await sniffFile(path, name)
  const doubts = []
  if (ending === 'bin') doubts.push('认不出文件的类型，只能下载')
  else if (endingOf(name) !== ending && fileTypes[ending].mime !== typeOf(name).mime && !sourceText.test(name))
    doubts.push(`后缀与内容不符：内容是 ${ending}`)
  const { kind } = fileTypes[ending]
  let facts: Partial<StoredMedia> = {}
  if (ending === 'mp4') {
    const { durationSeconds, width, height, streamable } = await readMp4(path)
    facts = { durationSeconds, width, height }
    if (!streamable) doubts.push('视频要全部下载完才能播放，建议转成 faststart')
  }
  if (kind === 'image') throw new MediaError('图片请用图片的写法引用')
  // Its segments would be fetched from URLs that the author chose.
  if (ending === 'm3u8') throw new MediaError('这是播放列表，里面没有视频，请换成 mp4 文件')
  const sha = await hashFile(path)
  const key = `${area}/${as ?? nameOf(sha)}.${ending}`
  await putOnce(storage, key, { path })
  return stored(key, sha, (await stat(path)).size, { ...facts, doubts })
}

/** Stores audio or video of an imported archive as it is, without converting it. */
export async function storeBytes(storage: Storage, data: Buffer, name: string, area: Area): Promise<StoredMedia> {
  const sha = sha256(data)
  const key = `${area}/${nameOf(sha)}.${sniffHead(data.subarray(0, 4096), name)}`
  await putOnce(storage, key, data)
  return stored(key, sha, data.length)
}

/** Extensions of source code. Its content is detected as plain text, so a different extension needs no warning. */
const sourceText = /\.(sql|md|py|c|h|cpp|js|json|ya?ml|java|go|tsv|ini|log|sh)$/i

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest()
}

/** Stores a streamed video: all files of the folder under one prefix, so that one signature covers them. */
export async function storeStream(storage: Storage, folder: string): Promise<StoredMedia> {
  const { files, entry, durationSeconds, width, height } = await readHls(folder)
  const hash = createHash('sha256')
  let bytes = 0
  for (const name of files) {
    hash.update(`${name}\0`)
    hash.update(await hashFile(join(folder, name)))
    bytes += (await stat(join(folder, name))).size
  }
  const sha = hash.digest()
  const base = `v/${nameOf(sha)}`
  for (const name of files) if (name !== entry) await putOnce(storage, `${base}/${name}`, { path: join(folder, name) })
  await putOnce(storage, `${base}/${entry}`, { path: join(folder, entry) })
  return stored(`${base}/${entry}`, sha, bytes, { durationSeconds, width, height })
}

/** Returns the row of a stored file, inserting it if needed. */
export async function saveMedia(
  db: Db,
  media: StoredMedia,
  now: number,
  posterId: number | null = null,
): Promise<number> {
  const found = await db.selectFrom('media').select(['id', 'poster_id']).where('key', '=', media.key).executeTakeFirst()
  if (found && found.poster_id === posterId) return found.id
  const row = await db
    .insertInto('media')
    .values({
      key: media.key,
      kind: media.kind,
      mime: media.mime,
      bytes: media.bytes,
      sha256: media.sha256,
      width: media.width,
      height: media.height,
      duration_seconds: media.durationSeconds,
      sizes: media.sizes,
      poster_id: posterId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ poster_id: posterId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
