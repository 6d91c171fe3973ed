import { removeAbandoned } from '../../adapters/storage/local'
import { storageOf } from '../../adapters/storage/storage'
import type { Environment } from '../../context'
import { inTransaction } from '../../db/transaction'
import { keysOf, storedName } from './keys'
import { endUnused, forgetMedia, forgetUpload, leftUploads, oldUploads, unusedAmong } from './queries'

type Means = Pick<Environment, 'db' | 'config' | 'clock'>

const day = 86_400

/**
 * Removes the files of uploads that ended, were refused or were never finished, and then their rows: whenever it is
 * interrupted, the rows that are left say what is still to do. For a job.
 */
export async function cleanUploads({ db, config, clock }: Means): Promise<void> {
  const storage = storageOf(config)
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

/** A draft on somebody's device may still mean to use it. */
const unusedDays = 7

export const endUnusedEvery = day

/** Ends uploads that nothing shows: a replaced avatar, a picture of a deleted post, one that was never posted. For a job. */
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
