import type { Permission } from '@dxx/contract/staff'
import { fail } from '../base/refusal'
import type { StaffCtx } from '../context'
import type { Db } from '../db/connection'
import { curriculumScope } from '../modules/staff/public'

/** Seconds after an editor's last request during which other editors see that a text is open. */
const presentFor = 60

/** Returns a curriculum if the staff member's scope includes it; others are reported as not found. */
export async function curriculumInScope(
  { db, staff }: Pick<StaffCtx, 'db' | 'staff'>,
  uid: string,
  permission: Permission,
  { lock = false } = {},
) {
  const row = await db
    .selectFrom('curricula as c')
    .select(['c.id', 'c.uid', 'c.kind', 'c.slug', 'c.title', 'c.published', 'c.price_cents', 'c.updated_at'])
    .select(['c.chapter_count', 'c.created_at', 'c.source_hash'])
    .where('c.uid', '=', uid)
    .where(curriculumScope(staff, permission, 'c'))
    .$if(lock, (query) => query.forUpdate('c'))
    .executeTakeFirst()
  return row ?? fail('content-not-found')
}

export type EditedCurriculum = Awaited<ReturnType<typeof curriculumInScope>>

export const edited = (ctx: StaffCtx, uid: string, options?: { lock?: boolean }) =>
  curriculumInScope(ctx, uid, 'content.edit', options)

export const curriculumTarget = ({ uid, title }: Pick<EditedCurriculum, 'uid' | 'title'>) => ({
  kind: 'curriculum',
  id: uid,
  name: title,
})

/** Records which text the staff member has open. */
export async function notePresence({ db, user, clock }: StaffCtx, curriculumId: number, path: string): Promise<void> {
  const seen_at = clock.now()
  await db
    .insertInto('content_editors')
    .values({ curriculum_id: curriculumId, user_id: user.id, path, seen_at })
    .onConflict((conflict) => conflict.columns(['curriculum_id', 'user_id']).doUpdateSet({ path, seen_at }))
    .execute()
}

/** Other staff who have the curriculum open, with the text. */
export function otherEditors({ db, user, clock }: StaffCtx, curriculumId: number) {
  return db
    .selectFrom('content_editors as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['u.nickname as name', 'o.seen_at as at', 'o.path'])
    .where('o.curriculum_id', '=', curriculumId)
    .where('o.user_id', '!=', user.id)
    .where('o.seen_at', '>', clock.now() - presentFor)
    .orderBy('o.seen_at', 'desc')
    .execute()
}

export const nicknameOf = async (db: Db, id: number | null): Promise<string> =>
  id === null
    ? ''
    : ((await db.selectFrom('users').select('nickname').where('id', '=', id).executeTakeFirst())?.nickname ?? '')

/** Rejects a change of a draft that is being published. */
export async function refuseWhilePublishing(ctx: StaffCtx, { id }: EditedCurriculum): Promise<void> {
  const row = await ctx.db
    .selectFrom('content_drafts')
    .select('publish_state')
    .where('curriculum_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (row?.publish_state === 'running') fail('publishing')
}
