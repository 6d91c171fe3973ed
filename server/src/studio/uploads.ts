import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { studio } from '@dxx/contract/calls/staff/studio'
import { fail } from '../base/refusal'
import type { Handlers, StaffCtx } from '../context'
import { fileTypes, MediaError, sniffFile, storeFile, storeImage } from '../modules/media/public'
import { storeBytes } from '../modules/media/store'
import { curriculumInScope, curriculumTarget } from './access'
import { fileOf, saveDraftFile } from './files'

type UploadCall = Extract<keyof typeof studio, `${string}studio_upload_${string}`>

/** Bytes of one part; base64 makes it a third longer, and a request has at most 1 MiB. */
export const partBytes = 480 * 1024
/** Bytes that one staff member may have in unfinished uploads. */
const mostWaiting = 8 * 1024 ** 3
/** Seconds without a part after which an unfinished upload ends. */
export const uploadsEndAfter = 3 * 86_400

export const partKey = (uid: string, number: number) => `q/${uid}/${number}`

export async function uploadOf({ db, user }: StaffCtx, uid: string) {
  const row = await db
    .selectFrom('content_uploads as u')
    .innerJoin('curricula as c', 'c.id', 'u.curriculum_id')
    .selectAll('u')
    .select('c.uid as curriculum')
    .where('u.uid', '=', uid)
    .where('u.user_id', '=', user.id)
    .forUpdate('u')
    .executeTakeFirst()
  return row ?? fail('upload-not-found')
}

export const uploadHandlers: Pick<Handlers<typeof studio>, UploadCall> = {
  'POST /staff/v1/studio_upload_start': async (ctx, { id, name, bytes, mark }) => {
    const curriculum = await curriculumInScope(ctx, id, 'content.edit')
    const { db, user, clock } = ctx
    const uploadKey = { curriculum_id: curriculum.id, user_id: user.id, mark }
    const known = await db
      .selectFrom('content_uploads')
      .select(['uid', 'received', 'bytes'])
      .where('curriculum_id', '=', curriculum.id)
      .where('user_id', '=', user.id)
      .where('mark', '=', mark)
      .executeTakeFirst()
    ctx.audit(null)
    if (known && known.bytes === bytes) return { upload: known.uid, offset: known.received, part: partBytes }
    const waiting = await db
      .selectFrom('content_uploads')
      .select((eb) => eb.fn.sum<number>('bytes').as('bytes'))
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (Number(waiting?.bytes ?? 0) + bytes > mostWaiting)
      fail('upload-quota', { msg: '没有传完的文件太多了，请先传完或等它们过期' })
    const row = { ...uploadKey, name, bytes, received: 0, parts: 0, updated_at: clock.now() }
    const { uid } = await db
      .insertInto('content_uploads')
      .values(row)
      .onConflict((conflict) => conflict.columns(['curriculum_id', 'user_id', 'mark']).doUpdateSet(row))
      .returning('uid')
      .executeTakeFirstOrThrow()
    return { upload: uid, offset: 0, part: partBytes }
  },

  'POST /staff/v1/studio_upload_part': async (ctx, { upload: uid, offset, data }) => {
    const upload = await uploadOf(ctx, uid)
    ctx.audit(null)
    // A part that arrives again after a lost response is not added twice.
    if (offset !== upload.received) return { offset: upload.received }
    const bytes = Buffer.from(data, 'base64')
    if (bytes.length === 0 || bytes.length > partBytes || offset + bytes.length > upload.bytes)
      fail('upload-refused', { msg: '收到的内容比文件长，请重新上传' })
    await ctx.storage.put(partKey(uid, upload.parts), bytes, 'application/octet-stream')
    const received = offset + bytes.length
    await ctx.db
      .updateTable('content_uploads')
      .set({ received, parts: upload.parts + 1, updated_at: ctx.clock.now() })
      .where('id', '=', upload.id)
      .execute()
    return { offset: received }
  },

  'POST /staff/v1/studio_upload_finish': async (ctx, { upload: uid }) => {
    const upload = await uploadOf(ctx, uid)
    const curriculum = await curriculumInScope(ctx, upload.curriculum, 'content.edit')
    if (upload.received !== upload.bytes) fail('upload-not-received')
    const folder = await mkdtemp(join(tmpdir(), 'dxx-upload-'))
    try {
      const file = await joinParts(ctx, upload, folder)
      const stored = await storeSource(ctx, file, upload.name)
      const path = await freePath(ctx, curriculum.id, stored.path, stored.key)
      await saveDraftFile(
        ctx.db,
        curriculum.id,
        { path, text: null, mediaKey: stored.key },
        ctx.user.id,
        ctx.clock.now(),
      )
      await ctx.db.deleteFrom('content_uploads').where('id', '=', upload.id).execute()
      ctx.audit({ target: curriculumTarget(curriculum), after: { path, bytes: upload.bytes } })
      // A failure rolls back the row of the upload and so must leave its parts: the file may be sent again, which
      // continues this upload.
      await removeParts(ctx, upload)
      return { path, kind: stored.kind, notes: stored.notes }
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      fail('upload-refused', { msg: error.message })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function removeParts({ storage }: StaffCtx, { uid, parts }: { uid: string; parts: number }): Promise<void> {
  for (let i = 0; i < parts; i++) await storage.remove(partKey(uid, i)).catch(() => {})
}

/** Writes the parts of an upload as one file. */
async function joinParts({ storage }: StaffCtx, upload: { uid: string; parts: number }, folder: string) {
  const file = join(folder, 'file')
  for (let i = 0; i < upload.parts; i++)
    await pipeline(await storage.read(partKey(upload.uid, i)), createWriteStream(file, { flags: i === 0 ? 'w' : 'a' }))
  return file
}

/** Stores a complete upload as one file for a job, and ends the upload. Returns the key of the file. */
export async function joinedKey(ctx: StaffCtx, upload: { id: number; uid: string; parts: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-upload-'))
  const key = `q/${upload.uid}/whole`
  try {
    await ctx.storage.put(key, { path: await joinParts(ctx, upload, folder) }, 'application/octet-stream')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await ctx.db.deleteFrom('content_uploads').where('id', '=', upload.id).execute()
  await removeParts(ctx, upload)
  return key
}

const folders = { image: 'figures', video: 'videos', audio: 'resources', file: 'resources' } as const

/** Checks a file as the importer does, and stores it unchanged. */
async function storeSource({ storage }: StaffCtx, file: string, name: string) {
  const ending = await sniffFile(file, name)
  const { kind } = fileTypes[ending]
  const base = name
    .slice(0, name.length - extname(name).length)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const path = `${folders[kind]}/${base || 'file'}${ending === 'bin' ? extname(name).toLowerCase() : `.${ending}`}`
  if (kind === 'image') {
    const data = await readFile(file)
    // Decoding it now refuses a picture that could not be published.
    await storeImage(storage, data, { area: 'f', max: 1600, sizes: [800], trusted: true })
    const { key } = await storeBytes(storage, data, name, 'f')
    return { path, key, kind, notes: [] as string[] }
  }
  const { key, doubts } = await storeFile(storage, file, name, 'f')
  return { path, key, kind, notes: doubts }
}

/** Returns a path that no other file has; the same file gets the same path. */
async function freePath({ db }: StaffCtx, curriculumId: number, path: string, key: string): Promise<string> {
  const ending = extname(path)
  for (let i = 1; ; i++) {
    const name = i === 1 ? path : `${path.slice(0, path.length - ending.length)}-${i}${ending}`
    const known = await fileOf(db, curriculumId, name)
    if (!known || known.mediaKey === key) return name
  }
}
