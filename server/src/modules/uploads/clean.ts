import { removeAbandoned } from '../../adapters/storage/local'
import type { Environment } from '../../context'
import { inTransaction } from '../../db/transaction'
import { keysOf, storedName } from './keys'
import { endUnused, forgetMedia, forgetUpload, leftUploads, oldUploads, unusedAmong } from './queries'

type Means = Pick<Environment, 'db' | 'config' | 'storage' | 'clock'>

const day = 86_400

/**
 * Removes the files of ended, refused or unfinished uploads, then their rows: after an interruption the remaining rows
 * show what is left to do. Run by a job.
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

/** A draft on a device may still use it. */
const unusedDays = 7

export const endUnusedEvery = day

/** Ends unused uploads: a replaced avatar, an image of a deleted post, or one never posted. Run by a job. */
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
