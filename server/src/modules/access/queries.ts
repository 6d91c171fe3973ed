import { sql } from 'kysely'
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

/**
 * Adjusts the learner count shown in lists; its initial value comes from the curriculum's content files. Stores a delta
 * instead of updating the row, because users who get the same item at once would wait for that row.
 */
export async function countLearners(tx: Db, curriculumId: number, by: 1 | -1): Promise<void> {
  await tx.insertInto('learner_deltas').values({ curriculum_id: curriculumId, amount: by }).execute()
}

/** Adds up to `size` deltas to the learner counts and returns their number. One statement adds and deletes them. */
export async function addUpLearners(db: Db, size: number): Promise<number> {
  const { rows } = await sql<{ moved: number }>`
    with moved as (
      delete from learner_deltas where id in (
        select id from learner_deltas order by id limit ${size} for update skip locked)
      returning curriculum_id, amount),
    added as (
      update curricula c set learners = greatest(0, c.learners + m.amount)
      from (select curriculum_id, sum(amount)::int as amount from moved group by 1) m where c.id = m.curriculum_id)
    select count(*)::int as moved from moved`.execute(db)
  return rows[0]!.moved
}
