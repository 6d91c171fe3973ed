import type { campus, LtiLinkState, LtiPlatformState } from '@dxx/contract/calls/staff/campus'
import { sql } from 'kysely'
import { fail } from '../../../base/refusal'
import type { Handlers, StaffCtx } from '../../../context'
import type { Db } from '../../../db/connection'
import type { LtiTargetKind } from '../../../db/schema/campus'
import { ownedUrl, schoolInScope, schoolTarget } from '../school-scope'
import { membersRosterHandlers } from './members-roster'
import type { PlatformRow } from './platforms'
import { placeOf } from './targets'

type Calls =
  | 'GET /staff/v1/lti_info'
  | 'POST /staff/v1/lti_platform_save'
  | 'POST /staff/v1/lti_platform_delete'
  | 'POST /staff/v1/lti_members_read'
  | 'POST /staff/v1/lti_members_import'

interface StoredPlatform extends PlatformRow {
  enabled: boolean
  updated_at: number
}

const shown = (row: StoredPlatform): LtiPlatformState => ({
  id: row.uid,
  name: row.name,
  enabled: row.enabled,
  issuer: row.issuer,
  clientId: row.client_id,
  deploymentIds: row.deployment_ids,
  siteUrl: row.site_url,
  authUrl: row.auth_url,
  tokenUrl: row.token_url,
  jwksUrl: row.jwks_url,
  numberFrom: row.number_from,
  updatedAt: row.updated_at,
})

/** What the audit log stores of a platform. It has no secret: platforms verify us by our public key. */
const audited = (row: StoredPlatform | undefined): Record<string, unknown> | null => {
  if (!row) return null
  const { updatedAt: _, ...fields } = shown(row)
  return fields
}

const platformsOf = ({ db }: StaffCtx, schoolId: number) =>
  db.selectFrom('lti_platforms').selectAll().where('school_id', '=', schoolId).orderBy('id').execute()

const platformIn = ({ db }: StaffCtx, schoolId: number, uid: string): Promise<StoredPlatform | undefined> =>
  db
    .selectFrom('lti_platforms')
    .selectAll()
    .where('uid', '=', uid)
    .where('school_id', '=', schoolId)
    .forUpdate()
    .executeTakeFirst()

interface LinkRow extends Omit<LtiLinkState, 'title'> {
  targetKind: LtiTargetKind
  targetId: string
}

async function linksOf({ db }: StaffCtx, schoolId: number): Promise<LtiLinkState[]> {
  const { rows } = await sql<LinkRow>`
    select l.uid as id, p.name as platform, l.context_title as course, l.target_kind as "targetKind",
      l.target_id as "targetId", l.line_item <> '' as "takesScores", l.memberships_url <> '' as "hasRoster",
      l.members_read_at as "membersReadAt", l.members_due_at is not null as "membersDue",
      l.members_error as "membersError", l.last_launch_at as "lastLaunchAt",
      case when l.members_read_at is null then null else (select count(*)::int from lti_members m
        where m.platform_id = l.platform_id and m.context_id = l.context_id) end as members,
      count(s.id)::int as students, count(s.sent_at)::int as sent,
      (count(*) filter (where s.last_error <> ''))::int as failing, coalesce(max(s.last_error), '') as "lastError"
    from lti_links l join lti_platforms p on p.id = l.platform_id left join lti_scores s on s.link_id = l.id
    where p.school_id = ${schoolId}
    group by l.id, p.id order by l.last_launch_at desc, l.id desc limit 200`.execute(db)
  const links: LtiLinkState[] = []
  for (const { targetKind, targetId, ...link } of rows) {
    const place = await placeOf(db, { kind: targetKind, id: targetId }, schoolId)
    links.push({ ...link, title: place?.title ?? '' })
  }
  return links
}

/** Makes refused scores of a platform due: staff save its settings to mend what the platform has refused. */
const sendAgain = (db: Db, platformId: number, now: number) =>
  db
    .updateTable('lti_scores')
    .set({ due_at: now, failures: 0, last_error: '' })
    .where('failures', '>', 0)
    .where('link_id', 'in', (eb) => eb.selectFrom('lti_links').select('id').where('platform_id', '=', platformId))
    .execute()

export const ltiStaffHandlers: Pick<Handlers<typeof campus>, Calls> = {
  ...membersRosterHandlers,
  'GET /staff/v1/lti_info': async (ctx, { schoolId }) => {
    const { rowId } = await schoolInScope(ctx, schoolId)
    const site = ctx.config.publicUrl
    return {
      platforms: (await platformsOf(ctx, rowId)).map(shown),
      links: await linksOf(ctx, rowId),
      addresses: { login: `${site}/lti/login`, launch: `${site}/lti/launch`, keys: `${site}/lti/keys` },
    }
  },

  'POST /staff/v1/lti_platform_save': async (ctx, { schoolId, id, ...input }) => {
    const { db, clock } = ctx
    const school = await schoolInScope(ctx, schoolId)
    const before = id === undefined ? undefined : await platformIn(ctx, school.rowId, id)
    if (id !== undefined && !before) fail('platform-not-found')
    const row = {
      name: input.name,
      enabled: input.enabled,
      issuer: input.issuer,
      client_id: input.clientId,
      deployment_ids: [...new Set(input.deploymentIds)],
      site_url: ownedUrl(ctx, input.siteUrl, '平台网址'),
      auth_url: ownedUrl(ctx, input.authUrl, '登录地址'),
      token_url: ownedUrl(ctx, input.tokenUrl, '令牌地址'),
      jwks_url: ownedUrl(ctx, input.jwksUrl, '公钥地址'),
      number_from: input.numberFrom,
      updated_at: clock.now(),
    }
    const taken = await db
      .selectFrom('lti_platforms')
      .select('id')
      .where('issuer', '=', row.issuer)
      .where('client_id', '=', row.client_id)
      .$if(before !== undefined, (query) => query.where('id', '<>', before!.id))
      .executeTakeFirst()
    if (taken) fail('campus-setting-refused', { msg: '这个签发者和客户端编号已经登记过了' })
    const saved = before
      ? await db
          .updateTable('lti_platforms')
          .set(row)
          .where('id', '=', before.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await db
          .insertInto('lti_platforms')
          .values({ school_id: school.rowId, ...row })
          .returningAll()
          .executeTakeFirstOrThrow()
    if (before) await sendAgain(db, saved.id, row.updated_at)
    ctx.audit({ target: schoolTarget(school), before: audited(before), after: audited(saved) })
    return shown(saved)
  },

  'POST /staff/v1/lti_platform_delete': async (ctx, { schoolId, id }) => {
    const school = await schoolInScope(ctx, schoolId)
    const before = (await platformIn(ctx, school.rowId, id)) ?? fail('platform-not-found')
    await ctx.db.deleteFrom('lti_platforms').where('id', '=', before.id).execute()
    ctx.audit({ target: schoolTarget(school), before: audited(before), after: null })
    return {}
  },

  'POST /staff/v1/lti_members_read': async (ctx, { schoolId, id }) => {
    const school = await schoolInScope(ctx, schoolId)
    const { numUpdatedRows } = await ctx.db
      .updateTable('lti_links')
      .set({ members_due_at: ctx.clock.now(), members_failures: 0 })
      .where('uid', '=', id)
      .where('memberships_url', '<>', '')
      .where('platform_id', 'in', (eb) =>
        eb.selectFrom('lti_platforms').select('id').where('school_id', '=', school.rowId),
      )
      .executeTakeFirst()
    if (numUpdatedRows === 0n) fail('platform-not-found')
    ctx.audit({ target: schoolTarget(school), after: { members: id } })
    return {}
  },
}
