import type { Db } from '../../db/connection'
import { accountDataHandlers } from '../account-data'
import { eraseAccount } from './erase'
import { lockUsers } from './queries'

interface Pair {
  /** The logged-in account. */
  currentId: number
  /** The account that holds the number, WeChat or campus identity the current user has just verified. */
  otherId: number
}

async function hasRecords(db: Db, userId: number): Promise<boolean> {
  for (const part of accountDataHandlers) if (await part.hasRecords?.(db, userId)) return true
  return false
}

async function hasCampus(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('campus_identities').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

async function hasWechat(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('wechat_identities').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/**
 * Returns which of two accounts of one user can be closed: one without records, and only if the other can take over its
 * number, WeChat and campus account, so that no login method is lost. If both qualify, the newer one is closed.
 */
export async function chooseAccountToClose(tx: Db, { currentId, otherId }: Pair): Promise<number | null> {
  const users = await lockUsers(tx, [currentId, otherId])
  if (users.length !== 2) return null
  if (users.every(({ mobile }) => mobile !== null)) return null
  if ((await hasWechat(tx, currentId)) && (await hasWechat(tx, otherId))) return null
  if ((await hasCampus(tx, currentId)) && (await hasCampus(tx, otherId))) return null
  for (const { id } of users.toReversed()) if (!(await hasRecords(tx, id))) return id
  return null
}

/** Whether an account can be closed to release its number: no records and no other login method. */
export async function canGiveUpNumber(tx: Db, userId: number): Promise<boolean> {
  await lockUsers(tx, [userId])
  return !(await hasWechat(tx, userId)) && !(await hasCampus(tx, userId)) && !(await hasRecords(tx, userId))
}

/** Moves number, password, WeChat, campus account and sessions of the closing account to the other one, then erases the closing one. */
export async function mergeAccounts(tx: Db, { currentId, otherId }: Pair, closing: number, now: number) {
  const keeping = closing === currentId ? otherId : currentId
  const users = await lockUsers(tx, [currentId, otherId])
  const closed = users.find(({ id }) => id === closing)!
  const survivor = users.find(({ id }) => id === keeping)!
  // The number is unique, so it must be released before it is reassigned.
  await tx.updateTable('users').set({ mobile: null }).where('id', '=', closing).execute()
  await tx
    .updateTable('users')
    .set({
      mobile: survivor.mobile ?? closed.mobile,
      // The password stays with the number for which it was set.
      password_hash: survivor.mobile ? survivor.password_hash : (closed.password_hash ?? survivor.password_hash),
      cancel_at: null,
    })
    .where('id', '=', keeping)
    .execute()
  for (const table of ['sessions', 'wechat_identities', 'campus_identities'] as const)
    await tx.updateTable(table).set({ user_id: keeping }).where('user_id', '=', closing).execute()
  await tx
    .insertInto('known_devices')
    .columns(['user_id', 'device_hash', 'last_login_at'])
    .expression((eb) =>
      eb
        .selectFrom('known_devices')
        .select([eb.val(keeping).as('user_id'), 'device_hash', 'last_login_at'])
        .where('user_id', '=', closing),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  for (const part of accountDataHandlers) await part.merge?.(tx, closing, keeping)
  await eraseAccount(tx, closing, now)
  return keeping
}
