import { createHash } from 'node:crypto'
import { fail } from '../base/refusal'
import type { Db } from '../db/connection'
import { inTransaction } from '../db/transaction'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface Keyed {
  userId: number
  path: string
  /** The Idempotency-Key header. */
  key: string | undefined
  body: Buffer
  now: number
}

/**
 * Runs a keyed call once. The key is inserted in the call's own transaction: a second request with the same key waits
 * until the first one commits, and gets the first one's response. After a rollback or a crash nothing is stored, so a
 * repeated request runs the call again.
 */
export async function runOncePerKey<T>(db: Db, keyed: Keyed, run: (tx: Db) => Promise<T>): Promise<T> {
  const { key } = keyed
  // A missing key is rejected, because a client without keys would sooner or later repeat actions unnoticed.
  if (!key || !uuid.test(key)) fail('key-invalid')
  const bodyHash = createHash('sha256').update(keyed.body).digest()
  return inTransaction(db, async (tx) => {
    const claimed = await tx
      .insertInto('idempotency')
      .values({ user_id: keyed.userId, path: keyed.path, key, body_hash: bodyHash, created_at: keyed.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst()
    const row = tx.selectFrom('idempotency')
    const keyColumns = { user_id: keyed.userId, path: keyed.path, key }
    if (!claimed) {
      const saved = await row
        .select(['body_hash', 'reply'])
        .where((eb) => eb.and(keyColumns))
        .executeTakeFirstOrThrow()
      if (!saved.body_hash.equals(bodyHash)) fail('key-reused')
      return saved.reply as T
    }
    const reply = await run(tx)
    await tx
      .updateTable('idempotency')
      .set({ reply: JSON.stringify(reply) })
      .where((eb) => eb.and(keyColumns))
      .execute()
    return reply
  })
}
