import { sql } from 'kysely'
import type { Db } from '../../db/connection'

/** Notes new or newly scored answers for the statistics, in the transaction that stores them. */
export async function noteAnswers(tx: Db, attemptIds: number[]): Promise<void> {
  await sql`insert into answer_changes (attempt_id) select unnest(${attemptIds}::bigint[])`.execute(tx)
}
