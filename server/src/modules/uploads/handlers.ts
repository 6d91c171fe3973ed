import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UploadPurpose, uploads } from '@dxx/contract/calls/uploads'
import { type Storage, storageOf } from '../../adapters/storage/storage'
import type { Handlers } from '../../context'
import { fail } from '../../http/errors'
import { countAgainst } from '../../http/limits'
import { MediaError, mediaUrl, type StoredMedia, saveMedia, sniffFile, storeFile, storeImage } from '../media/public'
import { fileKeys, quarantineKey, storedName } from './keys'
import { addUpload, forgetMedia, markRefused, markStored, mediaById, uploadOf } from './queries'
import { attachable, hourly, imageSizes, linkSeconds, maxBytes, purposes } from './rules'

export const handlers: Handlers<typeof uploads> = {
  'GET /v1/zos_generate_object_upload_link': async ({ db, rootDb, user, clock, config }, input) => {
    const now = clock.now()
    const most = maxBytes(input.purpose)
    if (input.size > most) fail('upload-too-large', { msg: `文件不能超过 ${most / 1024 / 1024} MB，请压缩后再上传` })
    await countAgainst(rootDb, hourly, String(user.id), now)
    const expiresAt = now + linkSeconds
    const { uid } = await addUpload(db, {
      user_id: user.id,
      purpose: input.purpose,
      // Browsers send the name alone; whoever sends a path means its last part.
      name: input.name.split(/[\\/]/).at(-1) || '文件',
      bytes: input.size,
      created_at: now,
      expires_at: expiresAt,
    })
    const link = await storageOf(config).uploadLink(quarantineKey(uid), {
      bytes: input.size,
      mime: 'application/octet-stream',
      now,
      expiresAt,
    })
    return { id: uid, ...link, expiresAt }
  },

  'POST /v1/upload_complete': async ({ db, user, clock, config }, { id }) => {
    const storage = storageOf(config)
    const upload = (await uploadOf(db, user.id, id)) ?? fail('upload-not-found')
    if (upload.state === 'refused') fail('upload-refused', { msg: upload.error ?? undefined })
    let mediaId = upload.media_id
    if (mediaId === null) {
      const received = await takeFromQuarantine(storage, id, upload.bytes)
      // Two completions at once: the other one has stored it and emptied the quarantine.
      mediaId = received ? null : ((await uploadOf(db, user.id, id))?.media_id ?? fail('upload-not-received'))
      if (received) {
        try {
          const media = await storeChecked(storage, received.path, upload)
          mediaId = await saveMedia(db, media, clock.now())
          if (!(await markStored(db, upload.id, mediaId))) {
            // Its owner is gone, and so may be the row by which the file would be found.
            for (const key of fileKeys(media)) await storage.remove(key)
            await forgetMedia(db, mediaId)
            fail('upload-not-found')
          }
        } catch (error) {
          if (!(error instanceof MediaError)) throw error
          await markRefused(db, upload.id, error.message)
          fail('upload-refused', { msg: error.message })
        } finally {
          await received.discard()
        }
        await storage.remove(quarantineKey(id))
      }
    }
    const { key, kind, mime, bytes, width, height } = await mediaById(db, mediaId!)
    const url = mediaUrl(config.secret, key, clock.now())
    return { id, name: upload.name, kind, mime, bytes, url, width, height }
  },
}

/** Brings the unchecked bytes into a file of ours; null where they are not there. */
async function takeFromQuarantine(storage: Storage, uid: string, bytes: number) {
  const key = quarantineKey(uid)
  const size = await storage.size(key)
  if (size === null || size !== bytes) return null
  const folder = await mkdtemp(join(tmpdir(), 'dxx-upload-'))
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    const path = join(folder, 'file')
    await pipeline(await storage.read(key), createWriteStream(path))
    return { path, discard }
  } catch (error) {
    await discard()
    // Another completion may have emptied it meanwhile.
    if ((await storage.size(key)) === null) return null
    throw error
  }
}

/** The type is judged by the content; pictures are decoded and written anew. */
async function storeChecked(
  storage: Storage,
  path: string,
  { uid, purpose, name }: { uid: string; purpose: UploadPurpose; name: string },
): Promise<StoredMedia> {
  const { area, imageBytes, fileBytes } = purposes[purpose]
  const ending = await sniffFile(path, name)
  if (fileBytes > 0 && attachable.has(ending)) return storeFile(storage, path, name, area, storedName(uid))
  const data = await readFile(path)
  if (data.length > imageBytes) throw new MediaError(`图片不能超过 ${imageBytes / 1024 / 1024} MB，请压缩后再上传`)
  return storeImage(storage, data, { area, ...imageSizes, trusted: false, name: storedName(uid) })
}
