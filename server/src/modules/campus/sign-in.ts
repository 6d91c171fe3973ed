import type { LoggedIn } from '@dxx/contract/calls/accounts'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import type { LoginMethod } from '../../http/session'
import { createUser, newNickname, signIn } from '../accounts/public'
import { claimantOf, passByCampus } from '../students/public'
import { findOwner, keepIdentity, lockPerson, type ProvedPerson } from './identities'

interface Options {
  by: Extract<LoginMethod, 'campus' | 'lti'>
  /** Creates an account even if another one has claimed the student number. */
  separate: boolean
}

/**
 * Logs in to the account of a campus account, creating it on first use. Returns `claimedBy` instead if another account
 * has claimed the student number: it is not proved that both belong to the same person, so no session is created.
 */
export async function signInByCampus(
  tx: Db,
  ctx: Ctx<'public'>,
  person: ProvedPerson,
  { by, separate }: Options,
): Promise<LoggedIn | { claimedBy: number }> {
  const now = ctx.clock.now()
  await lockPerson(tx, person)
  const known = await findOwner(tx, person)
  if (known !== null) {
    await keepIdentity(tx, known, person, now)
    await passByCampus(tx, known, person, now)
    const login = await signIn(tx, ctx, known, by)
    if (login) return login
  }
  const claimant = person.studentNo === '' ? null : await claimantOf(tx, person.schoolId, person.studentNo)
  if (claimant !== null && !separate) return { claimedBy: claimant }
  const id = await createUser(tx, { nickname: newNickname(), mobile: null }, now)
  await keepIdentity(tx, id, person, now)
  await passByCampus(tx, id, person, now)
  return (await signIn(tx, ctx, id, by, true))!
}
