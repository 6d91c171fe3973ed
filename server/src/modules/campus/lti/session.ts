import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { fail } from '../../../base/refusal'
import type { Ctx } from '../../../context'
import type { Db } from '../../../db/connection'
import { inTransaction } from '../../../db/transaction'
import { issueTicket, userInfo } from '../../accounts/public'
import type { ProvedPerson } from '../identities'
import { signInByCampus } from '../sign-in'
import { type AcceptedLaunch, takeStoredLaunch } from './launch'
import type { PlatformRow } from './platforms'
import { placeOf } from './targets'

/** Seconds after a launch until the score is computed for the first time. */
const firstCheck = 60

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
      issuer: platform.issuer,
      subject: launch.subject,
      studentNo: launch.isTeacher ? '' : launch.studentNo,
      name: launch.name,
    }
    const login = await signInByCampus(tx, ctx, person, { by: 'lti', separate: false })
    if ('claimedBy' in login) return { ...login, person, page: place.page }
    await keepLink(tx, platform, launch, login.userinfo.id, now)
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

/** Stores from where the target was opened, and plans the first score of a student. */
async function keepLink(
  tx: Db,
  platform: PlatformRow,
  launch: AcceptedLaunch,
  userUid: string,
  now: number,
): Promise<void> {
  const { opens, deploymentId, resourceLinkId, lineItem, membershipsUrl, contextId, contextTitle } = launch
  const launchFields = {
    context_id: contextId,
    context_title: contextTitle,
    target_kind: opens!.kind,
    target_id: opens!.id,
    line_item: lineItem,
    memberships_url: membershipsUrl,
    last_launch_at: now,
  }
  const { id } = await tx
    .insertInto('lti_links')
    .values({
      platform_id: platform.id,
      deployment_id: deploymentId,
      resource_link_id: resourceLinkId,
      created_at: now,
      ...launchFields,
    })
    .onConflict((conflict) =>
      conflict.columns(['platform_id', 'deployment_id', 'resource_link_id']).doUpdateSet(launchFields),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (launch.isTeacher || lineItem === '') return
  const user = await tx.selectFrom('users').select('id').where('uid', '=', userUid).executeTakeFirstOrThrow()
  const due = { subject: launch.subject, due_at: now + firstCheck, failures: 0, last_launch_at: now }
  await tx
    .insertInto('lti_scores')
    .values({ link_id: id, user_id: user.id, ...due })
    .onConflict((conflict) => conflict.columns(['link_id', 'user_id']).doUpdateSet(due))
    .execute()
}
