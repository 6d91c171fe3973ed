import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import type { Db } from '../../db/connection'

interface NewUpload {
  user_id: number
  purpose: UploadPurpose
  name: string
  bytes: number
  created_at: number
  expires_at: number
}

export function addUpload(db: Db, upload: NewUpload) {
  return db.insertInto('uploads').values(upload).returning('uid').executeTakeFirstOrThrow()
}

export function uploadOf(db: Db, userId: number, uid: string) {
  return db.selectFrom('uploads').selectAll().where('uid', '=', uid).where('user_id', '=', userId).executeTakeFirst()
}

/** Answers whether it was still waited for: a link works once. */
export async function markReceived(db: Db, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ state: 'received' })
    .where('uid', '=', uid)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markStored(db: Db, id: number, mediaId: number): Promise<void> {
  await db.updateTable('uploads').set({ state: 'stored', media_id: mediaId }).where('id', '=', id).execute()
}

export async function markRefused(db: Db, id: number, error: string): Promise<void> {
  await db.updateTable('uploads').set({ state: 'refused', error }).where('id', '=', id).execute()
}

const mediaColumns = ['m.id', 'm.key', 'm.kind', 'm.mime', 'm.bytes', 'm.width', 'm.height', 'm.sizes'] as const

export function mediaById(db: Db, id: number) {
  return db.selectFrom('media as m').select(mediaColumns).where('m.id', '=', id).executeTakeFirstOrThrow()
}

export function storedUploads(db: Db, userId: number, uids: readonly string[]) {
  return db
    .selectFrom('uploads as u')
    .innerJoin('media as m', 'm.id', 'u.media_id')
    .select(['u.id as uploadId', 'u.uid', 'u.purpose', 'u.name', ...mediaColumns])
    .where('u.user_id', '=', userId)
    .where('u.state', '=', 'stored')
    .where('u.uid', 'in', uids)
    .execute()
}

export function abandonedUploads(db: Db, before: number) {
  return db
    .selectFrom('uploads')
    .select(['id', 'uid'])
    .where('state', 'in', ['pending', 'received'])
    .where('expires_at', '<', before)
    .limit(1000)
    .execute()
}

export async function forgetUpload(db: Db, id: number): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}
