import type { CampusPerson } from '../../adapters/campus/campus'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import type { AcceptedLaunch } from './lti/launch'

/** A campus account, or a user of an LTI platform, with the school that it belongs to. */
export interface ProvedPerson extends CampusPerson {
  schoolId: number
  /**
   * The launch by which a user of an LTI platform came, so that the score is sent even if the accounts are joined
   * first.
   */
  launched?: { platformId: number; launch: AcceptedLaunch }
}

/** Locks a campus account, so that two concurrent first logins create one account. */
export const lockPerson = (tx: Db, { schoolId, issuer, subject }: ProvedPerson): Promise<void> =>
  lockName(tx, `campus ${schoolId} ${issuer} ${subject}`)

/** Returns the account to which a campus account belongs. */
export async function findOwner(db: Db, { schoolId, issuer, subject }: ProvedPerson): Promise<number | null> {
  const row = await db
    .selectFrom('campus_identities')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Whether a user has another campus account of the same school. */
export async function hasOther(db: Db, userId: number, { schoolId, issuer, subject }: ProvedPerson): Promise<boolean> {
  const row = await db
    .selectFrom('campus_identities')
    .select('id')
    .where('user_id', '=', userId)
    .where('school_id', '=', schoolId)
    .where('issuer', '=', issuer)
    .where('subject', '<>', subject)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores that a campus account belongs to a user, with the name and number that the school sent last. */
export async function keepIdentity(tx: Db, userId: number, person: ProvedPerson, now: number): Promise<void> {
  const { schoolId, issuer, subject, studentNo, name } = person
  const schoolFields = { student_no: studentNo, name, last_login_at: now }
  await tx
    .insertInto('campus_identities')
    .values({ user_id: userId, school_id: schoolId, issuer, subject, created_at: now, ...schoolFields })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject', 'school_id']).doUpdateSet(schoolFields))
    .execute()
}
