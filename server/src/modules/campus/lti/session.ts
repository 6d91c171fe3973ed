import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { fail } from '../../../base/refusal'
import type { Ctx } from '../../../context'
import { inTransaction } from '../../../db/transaction'
import { issueTicket, userInfo } from '../../accounts/public'
import type { ProvedPerson } from '../identities'
import { signInByCampus } from '../sign-in'
import { takeStoredLaunch } from './launch'
import { storeLink } from './links'
import { identityIssuer } from './platforms'
import { placeOf } from './targets'

/** Logs in the user of a launch and returns the page to open. */
export async function openLaunch(ctx: Ctx<'public'>, token: string): Promise<LoggedIn & { page: string }> {
  const { db, clock } = ctx
  const now = clock.now()
  const result = await inTransaction(db, async (tx) => {
    const storedLaunch = (await takeStoredLaunch(tx, token, 'open', now)) ?? fail('lti-expired')
    const { platform, launch } = storedLaunch
    const place = launch.opens && (await placeOf(tx, launch.opens, platform.school_id))
    if (!place) return fail('lti-target-missing')
    const person: ProvedPerson = {
      schoolId: platform.school_id,
      issuer: identityIssuer(platform),
      subject: launch.subject,
      studentNo: launch.isTeacher ? '' : launch.studentNo,
      name: launch.name,
      launched: { platformId: platform.id, launch },
    }
    const login = await signInByCampus(tx, ctx, person, { by: 'lti', separate: false })
    if ('claimedBy' in login) return { ...login, person, page: place.page }
    await storeLink(tx, person, login.userinfo.id, now)
    return { ...login, page: place.page }
  })
  if (!('claimedBy' in result)) return result
  const { nickname } = await userInfo(db, result.claimedBy)
  const { person, page } = result
  const proof = await issueTicket(db, { purpose: 'campus', userId: null, proof: person }, now)
  return fail('campus-claimed', {
    msg: `学号 ${person.studentNo} 已由账号「${nickname}」认证`,
    data: { nickname, proof, page },
  })
}
