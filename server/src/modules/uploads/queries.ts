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
 * Bytes an account stores or may still send by an open link, and bytes granted since `since`; without the upload
 * `except`.
 */
export async function uploadedBytes(tx: Db, userId: number, now: number, since: number, except = 0) {
  const { rows } = await sql<{ held: number; recent: number }>`
    select
      coalesce(sum(bytes) filter (
        where state in ('stored', 'received') or (state = 'pending' and expires_at > ${now})), 0)::bigint as held,
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

/** Returns whether it was still expected: a link works once. */
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
  /** Bytes of all its files: a small picture may be stored as a large one. */
  bytes: number
}

/** Returns whether it was still wanted. */
export async function markStored(db: Db, id: number, { mediaId, bytes }: StoredUpload): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set((eb) => ({ state: 'stored', media_id: mediaId, bytes: eb.fn('greatest', ['bytes', eb.val(bytes)]) }))
    .where('id', '=', id)
    // Another completion may have come first.
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

/** Uploads to remove: ended ones, and those refused or unfinished since `before`. */
export function leftUploads(db: Db, { now, before }: { now: number; before: number }) {
  return (
    db
      .selectFrom('uploads as u')
      .leftJoin('media as m', 'm.id', 'u.media_id')
      .select(['u.id', 'u.uid', 'u.purpose', 'm.id as mediaId', 'm.key', 'm.sizes'])
      .where('u.state', '<>', 'stored')
      // Until then its link accepts bytes.
      .where('u.expires_at', '<=', now)
      .where((eb) => eb.or([eb('u.state', '=', 'ended'), eb('u.expires_at', '<', before)]))
      .orderBy('u.expires_at')
      .limit(1000)
      .execute()
  )
}

export async function forgetUpload(db: Db, id: number): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

export async function forgetMedia(db: Db, id: number): Promise<void> {
  await db.deleteFrom('media').where('id', '=', id).execute()
}

export async function endUploadsOf(tx: Db, userId: number): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('uploads')
    .set({ state: 'ended', name: '', error: null })
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export function oldUploads(db: Db, { before, after }: { before: number; after: number }) {
  return db
    .selectFrom('uploads')
    .select('id')
    .where('state', '=', 'stored')
    .where('created_at', '<', before)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1000)
    .execute()
}

const named = sql<string>`jsonb_build_array(jsonb_build_object('id', u.uid))`

/**
 * Columns in which an upload can be used by its owner. Files of a missing column would be deleted; a test checks for
 * such columns.
 */
export const shownIn = {
  'users.avatar': sql`select from users t join media m on m.id = u.media_id where t.id = u.user_id and t.avatar = '/media/' || m.key`,
  'posts.images': sql`select from posts t where t.user_id = u.user_id and t.images @> ${named}`,
  'cs_messages.images': sql`select from cs_messages t where (t.user_id = u.user_id or t.staff_id is not null and exists (select from staff_grants g where g.user_id = u.user_id)) and t.images @> ${named}`,
  'canned_replies.images': sql`select from canned_replies t where t.images @> ${named}`,
  'opinions.images': sql`select from opinions t where t.user_id = u.user_id and t.images @> ${named}`,
  'student_applications.photo_id': sql`select from student_applications t where t.user_id = u.user_id and t.photo_id = u.id`,
  'invoices.file_id': sql`select from invoices t where t.file_id = u.id`,
}

const unused = sql.join(
  Object.values(shownIn).map((place) => sql`not exists (${place})`),
  sql` and `,
)

export async function unusedAmong(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from uploads u where u.id = any(${ids}::bigint[]) and u.state = 'stored' and ${unused}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends uploads that are unused and not about to be used. */
export async function endUnused(tx: Db, ids: number[]): Promise<void> {
  // Locked first, then checked by the next statement, which sees everything committed before.
  const { rows } = await sql<{ id: number }>`
    select id from uploads where id = any(${ids}::bigint[]) for update skip locked`.execute(tx)
  const held = rows.map(({ id }) => id)
  await sql`
    update uploads u set state = 'ended' where u.id = any(${held}::bigint[]) and u.state = 'stored' and ${unused}`.execute(
    tx,
  )
}
