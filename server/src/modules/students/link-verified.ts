import { sql } from 'kysely'
import type { Db } from '../../db/connection'
import { plainName } from './authenticate'
import { claimEntry } from './queries'

interface Match {
  entryId: number
  entryName: string
  userId: number
  name: string
  byCampus: boolean
}

/**
 * Gives unclaimed roster entries of a school to students who were verified with the same number before the entry
 * existed: by campus login, by their card at a school without a roster, or on a roster from which they were removed for
 * a while. The name must be the same, unless the campus account has proved the number. Returns the entries.
 */
export async function linkVerified(tx: Db, schoolId: number, now: number): Promise<number[]> {
  const { rows } = await sql<Match>`
    select distinct on (r.id) r.id as "entryId", r.name as "entryName", a.user_id as "userId", a.name, a.by_campus as "byCampus"
    from rosters r join student_applications a on a.school_id = r.school_id and a.student_no = r.student_no
      join users u on u.id = a.user_id and u.student_status = 'passed' and u.closed_at is null
    where r.school_id = ${schoolId} and r.claimed_by is null
      and not exists (select from rosters e where e.claimed_by = a.user_id)
    -- Of several accounts, the one that was proved last.
    order by r.id, a.by_campus desc, a.reviewed_at desc nulls last`.execute(tx)
  const linked = rows.filter(({ byCampus, entryName, name }) => byCampus || plainName(entryName) === plainName(name))
  for (const { entryId, userId } of linked) await claimEntry(tx, entryId, userId, now)
  return linked.map(({ entryId }) => entryId)
}
