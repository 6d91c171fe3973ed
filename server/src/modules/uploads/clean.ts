import { sql } from 'kysely'
import { removeAbandoned } from '../../adapters/storage/local'
import type { Environment } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { keysOf, storedName } from './keys'
import { forgetMedia } from './queries'

type Means = Pick<Environment, 'db' | 'config' | 'storage' | 'clock'>

const day = 86_400

/**
 * Removes the files of ended, refused or unfinished uploads, then their rows: after an interruption the next run
 * continues with the remaining rows. Run by a job.
 */
export async function cleanUploads({ db, config, storage, clock }: Means): Promise<void> {
  await removeAbandoned(config, clock.now() - day)
  for (;;) {
    const now = clock.now()
    const rows = await leftUploads(db, { now, before: now - day })
    for (const { id, uid, purpose, mediaId, key, sizes } of rows) {
      for (const one of keysOf({ uid, purpose, media: key && sizes ? { key, sizes } : null })) await storage.remove(one)
      await inTransaction(db, async (tx) => {
        await forgetUpload(tx, id)
        if (mediaId !== null && key?.includes(storedName(uid))) await forgetMedia(tx, mediaId)
      })
    }
    if (rows.length < 1000) return
  }
}

/** Uploads to remove: ended uploads, and uploads that expired before `before` and are refused or unfinished. */
function leftUploads(db: Db, { now, before }: { now: number; before: number }) {
  return (
    db
      .selectFrom('uploads as u')
      .leftJoin('media as m', 'm.id', 'u.media_id')
      .select(['u.id', 'u.uid', 'u.purpose', 'm.id as mediaId', 'm.key', 'm.sizes'])
      .where('u.state', '<>', 'stored')
      // Until the upload link expires, it accepts bytes.
      .where('u.expires_at', '<=', now)
      .where((eb) => eb.or([eb('u.state', '=', 'ended'), eb('u.expires_at', '<', before)]))
      .orderBy('u.expires_at')
      .limit(1000)
      .execute()
  )
}

async function forgetUpload(db: Db, id: number): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute()
}

/** Days for which an unused upload is stored, because a draft on a device may still refer to it. */
const unusedDays = 7

export const endUnusedEvery = day

/** Ends unused uploads: a replaced avatar, or an image of a deleted post or one that was never posted. Run by a job. */
export async function endUnusedUploads({ db, clock }: Means): Promise<void> {
  const before = clock.now() - unusedDays * day
  for (let after = 0; ; ) {
    const ids = (await oldUploads(db, { before, after })).map(({ id }) => id)
    if (ids.length === 0) return
    const unused = await unusedAmong(db, ids)
    if (unused.length > 0) await inTransaction(db, (tx) => endUnused(tx, unused))
    after = ids.at(-1)!
  }
}

function oldUploads(db: Db, { before, after }: { before: number; after: number }) {
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
 * All columns that can refer to an upload. If a column were missing here, files it refers to would be deleted as
 * unused; a test compares this list with the database.
 */
export const shownIn = {
  'users.avatar': sql`select from users t join media m on m.id = u.media_id where t.id = u.user_id and t.avatar = '/media/' || m.key`,
  'posts.images': sql`select from posts t where t.user_id = u.user_id and t.images @> ${named}`,
  'cs_messages.images': sql`select from cs_messages t where (t.user_id = u.user_id or t.staff_id is not null and exists (select from staff_grants g where g.user_id = u.user_id)) and t.images @> ${named}`,
  'canned_replies.images': sql`select from canned_replies t where t.images @> ${named}`,
  'opinions.images': sql`select from opinions t where t.user_id = u.user_id and t.images @> ${named}`,
  'student_applications.photo_id': sql`select from student_applications t where t.user_id = u.user_id and t.photo_id = u.id`,
  'roster_imports.upload_id': sql`select from roster_imports t where t.upload_id = u.id and t.state = 'reading'`,
  'assignment_submissions.files': sql`select from assignment_submissions t where t.user_id = u.user_id and t.files @> ${named}`,
  'invoices.file_id': sql`select from invoices t where t.file_id = u.id`,
}

const unused = sql.join(
  Object.values(shownIn).map((place) => sql`not exists (${place})`),
  sql` and `,
)

async function unusedAmong(db: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from uploads u where u.id = any(${ids}::bigint[]) and u.state = 'stored' and ${unused}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends uploads that are unused and not locked by a transaction that is about to use them. */
async function endUnused(tx: Db, ids: number[]): Promise<void> {
  // Locks the rows first, so that the next statement sees every use that was committed before.
  const { rows } = await sql<{ id: number }>`
    select id from uploads where id = any(${ids}::bigint[]) for update skip locked`.execute(tx)
  const lockedIds = rows.map(({ id }) => id)
  await sql`
    update uploads u set state = 'ended' where u.id = any(${lockedIds}::bigint[]) and u.state = 'stored' and ${unused}`.execute(
    tx,
  )
}
