import type { library } from '@dxx/contract/calls/library'
import { sql } from 'kysely'
import { fail } from '../../base/refusal'
import type { Handlers, User } from '../../context'
import type { Db } from '../../db/connection'
import { kindIsShown } from '../catalogue/public'
import { countProfilePosts, countWaiting, ownComments, publicNotes } from '../community/public'

/** Returns the user of a profile page, by default the current user. A closed account has no page. */
async function personOf(db: Db, user: User, uid: string = user.uid) {
  const row = await db
    .selectFrom('users as u')
    .leftJoin('student_applications as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.uid', 'u.nickname', 'u.avatar', 'u.bio', 'u.created_at'])
    .select(
      sql<string>`case when u.show_school and u.student_status = 'passed' then coalesce(a.school_name, '') else '' end`.as(
        'school',
      ),
    )
    .where('u.uid', '=', uid)
    .where('u.closed_at', 'is', null)
    .executeTakeFirst()
  return row ?? fail('user-not-found')
}

/** SQL condition: the curriculum of row `x` is of a kind that the site shows. */
const inShown = sql<boolean>`exists (select from curricula c where c.id = x.curriculum_id and ${kindIsShown})`

export const homeHandlers: Pick<
  Handlers<typeof library>,
  'GET /v1/user_home' | 'GET /v1/user_home_notes' | 'GET /v1/user_home_comments' | 'GET /v1/my_counts'
> = {
  'GET /v1/user_home': async ({ db, user }, { id }) => {
    const person = await personOf(db, user, id)
    return {
      id: person.uid,
      nickname: person.nickname,
      avatar: person.avatar,
      bio: person.bio,
      school: person.school,
      joinedAt: person.created_at,
      mine: person.id === user.id,
      ...(await countProfilePosts(db, user, person.id)),
    }
  },

  'GET /v1/user_home_notes': async ({ db, user }, { id, ...paging }) =>
    publicNotes(db, user, (await personOf(db, user, id)).id, paging),

  'GET /v1/user_home_comments': async ({ db, user }, { id, ...paging }) =>
    ownComments(db, user, (await personOf(db, user, id)).id, paging),

  'GET /v1/my_counts': async ({ db, user, clock }) => {
    const counts = await db
      .selectNoFrom([
        sql<number>`(select count(*) from favourites x where x.user_id = ${user.id} and ${inShown})`.as('favourites'),
        sql<number>`(select count(*) from posts x where x.user_id = ${user.id} and x.kind = 'note' and ${inShown})
          + (select count(*) from highlights x where x.user_id = ${user.id} and not x.removed and ${inShown})`.as(
          'notes',
        ),
        sql<number>`(select count(*) from browse_records x where x.user_id = ${user.id} and ${inShown})`.as('browsed'),
        sql<number>`(select count(*) from messages where user_id = ${user.id} and read_at is null)`.as('unread'),
        sql<number>`(select count(*) from coupons where used_by = ${user.id})`.as('coupons'),
        sql<number>`(
          select count(*) from orders
          where user_id = ${user.id} and status = 0 and expires_at > ${clock.now()} and deleted_at is null)`.as(
          'unpaidOrders',
        ),
      ])
      .executeTakeFirstOrThrow()
    return { ...counts, waitingComments: await countWaiting(db, user) }
  },
}
