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
