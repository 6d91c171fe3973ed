import type { Clock } from '../../base/clock'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { inTransaction } from '../../db/transaction'

export interface Fresh {
  value: string
  expiresIn: number
}

/** A token counts as expired this many seconds early, so that a returned token is still valid when used. */
const marginSeconds = 300

/**
 * Stores tokens of an external service in the database for all servers. If many requests need a new token, one request
 * per server waits for the lock, and the request that gets the lock first calls the service.
 */
export function sharedTokens(db: Db, clock: Clock) {
  const running = new Map<string, Promise<string>>()

  const stored = async (on: Db, name: string) =>
    (
      await on
        .selectFrom('service_tokens')
        .select('value')
        .where('name', '=', name)
        .where('expires_at', '>', clock.now())
        .executeTakeFirst()
    )?.value

  /** Passes the connection that holds the lock to `fetchFresh`, because some tokens need another token. */
  async function get(on: Db, name: string, fetchFresh: (tx: Db) => Promise<Fresh>): Promise<string> {
    const known = await stored(on, name)
    if (known !== undefined) return known
    const refresh = inTransaction(on, async (tx) => {
      await lockName(tx, `service token ${name}`)
      const meanwhile = await stored(tx, name)
      if (meanwhile !== undefined) return meanwhile
      const { value, expiresIn } = await fetchFresh(tx)
      const row = { value, expires_at: clock.now() + Math.max(expiresIn - marginSeconds, 0) }
      await tx
        .insertInto('service_tokens')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
      return value
    })
    return refresh
  }

  return {
    get(name: string, fetchFresh: (tx: Db) => Promise<Fresh>): Promise<string> {
      let pending = running.get(name)
      if (!pending) {
        pending = get(db, name, fetchFresh).finally(() => running.delete(name))
        running.set(name, pending)
      }
      return pending
    },
    /** Like the function above, for use inside `fetchFresh` of another token. */
    within: get,
    /** Deletes a token that the service rejected, unless it has been replaced meanwhile. */
    async forget(on: Db, name: string, value: string): Promise<void> {
      await on.deleteFrom('service_tokens').where('name', '=', name).where('value', '=', value).execute()
    },
  }
}
