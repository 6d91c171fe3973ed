import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { fail } from '../../http/errors'
import { countLearners, liveEntitlement } from './queries'

type MaybeUser = { id: number } | null

/** Whether the user may study all of a curriculum. Every paid byte is behind this. */
export async function owns(db: Db, user: MaybeUser, curriculumId: number): Promise<boolean> {
  if (!user) return false
  return (await liveEntitlement(db, user.id, curriculumId)) !== undefined
}

/** `msg` says it in the words of what is wanted. */
export async function mustOwn(db: Db, user: MaybeUser, curriculumId: number, msg?: string): Promise<void> {
  if (!(await owns(db, user, curriculumId))) fail('not-purchased', { msg })
}

interface Grant {
  userId: number
  curriculumId: number
  /** What gave the right, such as `free`, `order 17` or `coupon 4`. */
  source: string
  now: number
}

/** Gives a right to study once; answers whether it is new. Races are settled by the unique index. */
export function grant(db: Db, { userId, curriculumId, source, now }: Grant): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .insertInto('entitlements')
      .values({ user_id: userId, curriculum_id: curriculumId, source, created_at: now })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'curriculum_id']).where('revoked_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (row) await countLearners(tx, curriculumId, 1)
    return row !== undefined
  })
}

/** Ends the right that a source gave. */
export async function revoke(db: Db, { userId, curriculumId, source, now }: Grant): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable('entitlements')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('curriculum_id', '=', curriculumId)
      .where('source', '=', source)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (row) await countLearners(tx, curriculumId, -1)
  })
}
