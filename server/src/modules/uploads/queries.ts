import type { UploadPurpose } from '@dxx/contract/calls/uploads'
import { sql } from 'kysely'
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

/**
 * Bytes that an account stores or may still send by an open link (stored), and bytes of uploads created since `since`
 * (recent). The upload `except` is not counted.
 */
export async function uploadedBytes(tx: Db, userId: number, now: number, since: number, except = 0) {
  const { rows } = await sql<{ stored: number; recent: number }>`
    select
      coalesce(sum(bytes) filter (
        where state in ('stored', 'received') or (state = 'pending' and expires_at > ${now})), 0)::bigint as stored,
      coalesce(sum(bytes) filter (where created_at > ${since}), 0)::bigint as recent
    from uploads where user_id = ${userId} and state <> 'ended' and id <> ${except}`.execute(tx)
  return rows[0]!
}

export function uploadOf(db: Db, userId: number, uid: string) {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('uid', '=', uid)
    .where('user_id', '=', userId)
    .where('state', '<>', 'ended')
    .executeTakeFirst()
}

/** Marks an upload as received. Returns false if it was not pending, because a link works only once. */
export async function markReceived(db: Db, uid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ state: 'received' })
    .where('uid', '=', uid)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const waiting = ['pending', 'received'] as const

interface StoredUpload {
  mediaId: number
  /** Total bytes of all stored files: re-encoding may make a small image larger. */
  bytes: number
}

/** Marks an upload as stored. Returns false if it was ended or refused meanwhile. */
export async function markStored(db: Db, id: number, { mediaId, bytes }: StoredUpload): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set((eb) => ({ state: 'stored', media_id: mediaId, bytes: eb.fn('greatest', ['bytes', eb.val(bytes)]) }))
    .where('id', '=', id)
    // `stored`: a concurrent completion may have been first.
    .where('state', 'in', [...waiting, 'stored'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function markRefused(db: Db, id: number, error: string): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'refused', error })
    .where('id', '=', id)
    .where('state', 'in', waiting)
    .execute()
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
    .forKeyShare('u')
    .execute()
}

export async function forgetMedia(db: Db, id: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute()
}
