import type { Db } from '../../db/connection'
import { accountParts } from '../account-parts'
import { eraseAccount } from './erase'
import { lockUsers } from './queries'

interface Pair {
  /** The account that is logged in. */
  currentId: number
  /** The one that holds what the current account's owner has just proven to be theirs. */
  otherId: number
}

async function hasRecords(db: Db, userId: number): Promise<boolean> {
  for (const part of accountParts) if (await part.hasRecords?.(db, userId)) return true
  return false
}

async function hasWechat(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('wechat_identities').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/**
 * Which of two accounts of one person can be given up: one without records, and only where the other can take over its
 * number and its WeChat, so that no way in is lost. Of two such accounts the newer one goes.
 */
export async function whichToClose(tx: Db, { currentId, otherId }: Pair): Promise<number | null> {
  const users = await lockUsers(tx, [currentId, otherId])
  if (users.length !== 2) return null
  if (users.every(({ mobile }) => mobile !== null)) return null
  if ((await hasWechat(tx, currentId)) && (await hasWechat(tx, otherId))) return null
  for (const { id } of users.toReversed()) if (!(await hasRecords(tx, id))) return id
  return null
}

/** Whether an account can be closed for the sake of its number alone: nothing to miss, and no other way into it. */
export async function canGiveUpNumber(tx: Db, userId: number): Promise<boolean> {
  await lockUsers(tx, [userId])
  return !(await hasWechat(tx, userId)) && !(await hasRecords(tx, userId))
}

/** Hands number, password, WeChat and logins of the closing account to the other one, then erases it. */
export async function mergeAccounts(tx: Db, { currentId, otherId }: Pair, closing: number, now: number) {
  const keeping = closing === currentId ? otherId : currentId
  const users = await lockUsers(tx, [currentId, otherId])
  const closed = users.find(({ id }) => id === closing)!
  const kept = users.find(({ id }) => id === keeping)!
  // The number is unique, so it must be free before it is given on.
  await tx.updateTable('users').set({ mobile: null }).where('id', '=', closing).execute()
  await tx
    .updateTable('users')
    .set({
      mobile: kept.mobile ?? closed.mobile,
      // The password goes with the number it is used with.
      password_hash: kept.mobile ? kept.password_hash : (closed.password_hash ?? kept.password_hash),
      cancel_at: null,
    })
    .where('id', '=', keeping)
    .execute()
  for (const table of ['sessions', 'wechat_identities'] as const)
    await tx.updateTable(table).set({ user_id: keeping }).where('user_id', '=', closing).execute()
  await eraseAccount(tx, closing, now)
  return keeping
}
