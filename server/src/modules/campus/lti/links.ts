import type { Db } from '../../../db/connection'
import type { ProvedPerson } from '../identities'
import { platformById } from './platforms'

/** Seconds after a launch until the score is computed for the first time. */
const firstCheck = 60

/**
 * Stores the course and link from which the user of a launch opened the target, and schedules the first score of a
 * student. Does nothing for users who did not come from a learning platform.
 */
export async function storeLink(tx: Db, { launched }: ProvedPerson, userUid: string, now: number): Promise<void> {
  // The platform may have been deleted while the user logged in to an older account.
  if (!launched || !(await platformById(tx, launched.platformId))) return
  const { platformId, launch } = launched
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
      platform_id: platformId,
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
