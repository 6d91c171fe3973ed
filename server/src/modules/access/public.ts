import { fail } from '../../base/refusal'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { countLearners, liveEntitlement } from './queries'

export {
  deliveredPercent,
  lockEntitlement,
  mediaAccess,
  recordDelivery,
  recordExcerpts,
  recordQuestions,
} from './deliveries'
export { addUpLearners } from './queries'

type MaybeUser = { id: number } | null

/** Whether the user has an entitlement to the curriculum. Guards all paid content. */
export async function owns(db: Db, user: MaybeUser, curriculumId: number): Promise<boolean> {
  if (!user) return false
  return (await liveEntitlement(db, user.id, curriculumId)) !== undefined
}

/** `msg` replaces the default error message. */
export async function mustOwn(db: Db, user: MaybeUser, curriculumId: number, msg?: string): Promise<void> {
  if (!(await owns(db, user, curriculumId))) fail('not-purchased', { msg })
}

interface Grant {
  userId: number
  curriculumId: number
  /** Origin of the entitlement, such as `free`, `order 17` or `coupon 4`. */
  source: string
  now: number
}

/** Grants an entitlement once; returns whether it is new. The unique index resolves races. */
export function grantEntitlement(db: Db, { userId, curriculumId, source, now }: Grant): Promise<boolean> {
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

/** Revokes the entitlement granted by a source. */
export async function revokeEntitlement(db: Db, { userId, curriculumId, source, now }: Grant): Promise<void> {
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
