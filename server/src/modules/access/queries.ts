import type { Db } from '../../db/connection'

export function liveEntitlement(db: Db, userId: number, curriculumId: number) {
  return db
    .selectFrom('entitlements')
    .select('id')
    .where('user_id', '=', userId)
    .where('curriculum_id', '=', curriculumId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

/** Adjusts the learner count shown in lists; its initial value comes from the curriculum's content files. */
export async function countLearners(tx: Db, curriculumId: number, by: 1 | -1): Promise<void> {
  await tx
    .updateTable('curricula')
    .set((eb) => ({ learners: eb('learners', '+', by) }))
    .where('id', '=', curriculumId)
    .execute()
}
