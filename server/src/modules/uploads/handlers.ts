import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { UploadPurpose, uploads } from '@dxx/contract/calls/uploads'
import { timing } from '@dxx/contract/rules/constants'
import type { Storage } from '../../adapters/storage/storage'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { inTransaction } from '../../db/transaction'
import { countAgainst } from '../../http/limits'
import {
  fileTypes,
  MediaError,
  mediaUrl,
  readMp4,
  type StoredMedia,
  saveMedia,
  sniffFile,
  storeFile,
  storeImage,
} from '../media/public'
import { fileKeys, quarantineKey, storedName } from './keys'
import { addUpload, forgetMedia, markRefused, markStored, mediaById, uploadedBytes, uploadOf } from './queries'
import { attachable, hourly, imageSizes, isTooLong, linkSeconds, maxBytes, purposes, quota } from './rules'

type UploadCtx = Pick<Ctx<'user'>, 'db' | 'rootDb' | 'user' | 'clock' | 'storage' | 'config'>
type LinkInput = { purpose: UploadPurpose; name: string; size: number }

/** Steps of an upload. The calls of students and staff share them; only the access differs. */
export const uploadSteps = {
  link: async ({ db, rootDb, user, clock, storage }: UploadCtx, input: LinkInput) => {
    const now = clock.now()
    const most = maxBytes(input.purpose)
    if (input.size > most) fail('upload-too-large', { msg: `文件不能超过 ${most / 1024 / 1024} MB，请压缩后再上传` })
    await countAgainst(rootDb, hourly, String(user.id), now)
    const expiresAt = now + linkSeconds
    const { uid } = await inTransaction(db, async (tx) => {
      await lockName(tx, `uploads ${user.id}`)
      await checkQuota(tx, user.id, input.size, now)
      return addUpload(tx, {
        user_id: user.id,
        purpose: input.purpose,
        // Browsers send only the file name. If a client sends a path, the last component is used.
        name: input.name.split(/[\\/]/).at(-1) || '文件',
        bytes: input.size,
        created_at: now,
        expires_at: expiresAt,
      })
    })
    const link = await storage.uploadLink(quarantineKey(uid), {
      bytes: input.size,
      mime: 'application/octet-stream',
      now,
      expiresAt,
    })
    return { id: uid, ...link, expiresAt }
  },

  complete: async ({ db, user, clock, config, storage }: UploadCtx, { id }: { id: string }) => {
    const upload = (await uploadOf(db, user.id, id)) ?? fail('upload-not-found')
    if (upload.state === 'refused') fail('upload-refused', { msg: upload.error ?? undefined })
    let mediaId = upload.media_id
    if (mediaId === null) {
      const received = await takeFromQuarantine(storage, id, upload.bytes)
      // If nothing is in quarantine, a concurrent call may have completed the upload already.
      mediaId = received ? null : ((await uploadOf(db, user.id, id))?.media_id ?? fail('upload-not-received'))
      if (received) {
        try {
          const media = await storeChecked(storage, received.path, upload)
          const stored = await recordStored({ db, storage, user }, upload.id, media, clock.now())
          // `ended`: the account was closed in the meantime, and recordStored has removed the files.
          if (stored === 'ended') fail('upload-not-found')
          if (stored === 'full') throw new MediaError(accountFull)
          mediaId = stored
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
    const url = mediaUrl(config.secret, key, clock.now(), { user: user.uid })
    return { id, name: upload.name, kind, mime, bytes, url, width, height }
  },
}

export const handlers: Handlers<typeof uploads> = {
  'GET /v1/zos_generate_object_upload_link': uploadSteps.link,
  'POST /v1/upload_complete': uploadSteps.complete,
}

const accountFull = '你上传的文件已满 500 MB，请先删除不用的笔记或评论图片，或联系客服'

/** Rejects uploads above the quota. The caller holds the user's lock, so that parallel links all count. */
async function checkQuota(tx: Db, userId: number, size: number, now: number): Promise<void> {
  const { stored, recent } = await uploadedBytes(tx, userId, now, now - 86_400)
  if (stored + size > quota.account) fail('upload-quota', { msg: accountFull })
  if (recent + size > quota.day) fail('upload-quota', { msg: '24 小时内最多上传 200 MB，请明天再传' })
}

/**
 * Records the stored files of an upload and returns the id of their media row. Otherwise removes the files and returns
 * `ended` (the upload was ended meanwhile) or `full` (re-encoded, it exceeds the account's quota).
 */
async function recordStored(
  { db, storage, user }: Pick<UploadCtx, 'db' | 'storage' | 'user'>,
  id: number,
  media: StoredMedia,
  now: number,
): Promise<number | 'ended' | 'full'> {
  const keys = fileKeys(media)
  const sizes = await Promise.all(keys.map((key) => storage.size(key)))
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
  const mediaId = await saveMedia(db, media, now)
  const outcome = await inTransaction(db, async (tx) => {
    await lockName(tx, `uploads ${user.id}`)
    const { stored } = await uploadedBytes(tx, user.id, now, now, id)
    if (stored + bytes > quota.account) return 'full'
    return (await markStored(tx, id, { mediaId, bytes })) ? mediaId : 'ended'
  })
  if (typeof outcome === 'number') return outcome
  for (const key of keys) await storage.remove(key)
  await forgetMedia(db, mediaId)
  return outcome
}

/** Copies the unchecked bytes to a local file; null if they are missing or incomplete. */
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
    // If a concurrent completion has emptied the quarantine, the error is expected.
    if ((await storage.size(key)) === null) return null
    throw error
  }
}

/** Checks and stores an uploaded file. The type is detected by content; images are decoded and re-encoded. */
async function storeChecked(
  storage: Storage,
  path: string,
  { uid, purpose, name }: { uid: string; purpose: UploadPurpose; name: string },
): Promise<StoredMedia> {
  const { area, imageBytes, fileBytes, videoBytes } = purposes[purpose]
  const ending = await sniffFile(path, name)
  if (fileBytes > 0 && attachable.has(ending)) {
    const most = ending === 'mp4' ? videoBytes : fileBytes
    if ((await stat(path)).size > most) throw new MediaError(`文件不能超过 ${most / 1024 / 1024} MB，请压缩后再上传`)
    if (ending === 'mp4' && isTooLong((await readMp4(path)).durationSeconds))
      throw new MediaError(`视频不能超过 ${timing.videoMaxSeconds} 秒，请剪短后再上传`)
    return storeFile(storage, path, name, area, storedName(uid))
  }
  if (videoBytes > 0 && fileTypes[ending].kind === 'video') throw new MediaError('视频请用 MP4 格式，转换后再上传')
  if (fileBytes > 0 && fileTypes[ending].kind !== 'image')
    throw new MediaError('文件打不开：可能已损坏，或者不是支持的类型，请换一个文件再上传')
  const data = await readFile(path)
  if (data.length > imageBytes) throw new MediaError(`图片不能超过 ${imageBytes / 1024 / 1024} MB，请压缩后再上传`)
  return storeImage(storage, data, { area, ...imageSizes, trusted: false, name: storedName(uid) })
}
