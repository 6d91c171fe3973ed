import type { CampusLogin, campus } from '@dxx/contract/calls/staff/campus'
import { checkOutboundUrl, OutboundRefused } from '../../base/outbound-fetch'
import { fail, Refusal } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import { schoolScope } from '../staff/public'
import { needsCard } from '../students/public'
import { sealClientSecret, settingsOf } from './login-settings'
import { returnPaths } from './requests'

/** Schools of the staff member with a summary of their settings. */
async function schoolsInScope({ db, staff, config }: StaffCtx, schoolId?: string) {
  const rows = await db
    .selectFrom('schools as s')
    .leftJoin('campus_logins as l', 'l.school_id', 's.id')
    .select(['s.id', 's.uid', 's.name', 's.has_roster', 's.roster_match', 'l.kind', 'l.enabled'])
    .select((eb) =>
      eb
        .selectFrom('campus_identities as i')
        .select((count) => count.fn.countAll<number>().as('bound'))
        .whereRef('i.school_id', '=', 's.id')
        .as('bound'),
    )
    .where(schoolScope(staff, 'class.manage', 's'))
    .$if(schoolId !== undefined, (query) => query.where('s.uid', '=', schoolId!))
    .orderBy('s.position')
    .orderBy('s.id')
    .limit(1000)
    .execute()
  return rows.map((row) => ({
    rowId: row.id,
    brief: {
      id: row.uid,
      name: row.name,
      hasRoster: row.has_roster,
      rosterMatch: needsCard(row.roster_match, config) ? ('confirm' as const) : ('instant' as const),
      loginKind: row.kind,
      loginEnabled: row.enabled ?? false,
      bound: Number(row.bound ?? 0),
    },
  }))
}

/** Returns a school in the scope of the staff member. */
export async function schoolInScope(ctx: StaffCtx, schoolId: string) {
  const [school] = await schoolsInScope(ctx, schoolId)
  return school ?? fail('school-not-found')
}

export const schoolTarget = ({ brief }: { brief: { id: string; name: string } }) => ({
  kind: 'school',
  id: brief.id,
  name: brief.name,
})

async function storedLogin({ db }: StaffCtx, schoolRowId: number) {
  return db.selectFrom('campus_logins').selectAll().where('school_id', '=', schoolRowId).executeTakeFirst()
}

type StoredLogin = NonNullable<Awaited<ReturnType<typeof storedLogin>>>

const shownLogin = (row: StoredLogin): CampusLogin => ({
  kind: row.kind,
  enabled: row.enabled,
  url: row.url,
  clientId: row.client_id,
  hasSecret: row.client_secret !== null,
  numberField: row.number_field,
  nameField: row.name_field,
  updatedAt: row.updated_at,
})

/** What the audit log stores of a login; it never contains the secret. */
const auditedLogin = (row: StoredLogin | undefined) =>
  row && {
    kind: row.kind,
    enabled: row.enabled,
    url: row.url,
    clientId: row.client_id,
    numberField: row.number_field,
    nameField: row.name_field,
  }

/** Returns a URL that the server may request, normalised; refuses others with the reason. */
export function ownedUrl({ config }: StaffCtx, address: string, label: string): string {
  try {
    const url = checkOutboundUrl(address, config.outbound)
    if (url.hash) throw new OutboundRefused('网址里不能有 #')
    return address
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error
    return fail('campus-setting-refused', { msg: `${label}：${error.message}` })
  }
}

export const campusStaffHandlers: Handlers<typeof campus> = {
  'GET /staff/v1/campus_list': async (ctx) => (await schoolsInScope(ctx)).map(({ brief }) => brief),

  'GET /staff/v1/campus_info': async (ctx, { schoolId }) => {
    const { rowId, brief } = await schoolInScope(ctx, schoolId)
    const login = await storedLogin(ctx, rowId)
    const site = ctx.config.publicUrl
    return {
      ...brief,
      login: login ? shownLogin(login) : null,
      redirects: site === '' ? [] : returnPaths.map((path) => `${site}${path}`),
    }
  },

  'POST /staff/v1/campus_login_save': async (ctx, { schoolId, secret, ...input }) => {
    const { db, config, clock } = ctx
    const school = await schoolInScope(ctx, schoolId)
    const url = ownedUrl(ctx, input.url, input.kind === 'cas' ? 'CAS 地址' : '签发者地址').replace(/\/+$/, '')
    if (input.kind === 'oidc' && input.clientId === '')
      fail('campus-setting-refused', { msg: '客户端编号：请填写学校分配的 client_id' })
    const before = await storedLogin(ctx, school.rowId)
    const isSameServer = before?.kind === input.kind && before.url === url && before.client_id === input.clientId
    const row = {
      kind: input.kind,
      enabled: input.enabled,
      url,
      client_id: input.clientId,
      number_field: input.numberField,
      name_field: input.nameField,
      updated_at: clock.now(),
      // The stored secret belongs to the stored server; another server must not receive it.
      client_secret:
        secret !== undefined ? sealClientSecret(config.secret, secret) : isSameServer ? before.client_secret : null,
    }
    const saved = await db
      .insertInto('campus_logins')
      .values({ school_id: school.rowId, ...row })
      .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow()
    const changed = secret === undefined ? {} : { secret: '已更换' }
    const after = { ...auditedLogin(saved), ...changed }
    ctx.audit({ target: schoolTarget(school), before: auditedLogin(before) ?? null, after })
    return shownLogin(saved)
  },

  'GET /staff/v1/campus_login_check': async (ctx, { schoolId }) => {
    const { rowId } = await schoolInScope(ctx, schoolId)
    const login = (await storedLogin(ctx, rowId)) ?? fail('campus-setting-refused', { msg: '请先保存设置' })
    try {
      return { ok: true, note: await ctx.campus.check(settingsOf(login, ctx.config.secret)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const note = '没有连通：请检查网址，并确认学校的服务器允许本站访问'
      return { ok: false, note }
    }
  },

  'POST /staff/v1/campus_login_delete': async (ctx, { schoolId }) => {
    const school = await schoolInScope(ctx, schoolId)
    const before = await storedLogin(ctx, school.rowId)
    await ctx.db.deleteFrom('campus_logins').where('school_id', '=', school.rowId).execute()
    ctx.audit(before ? { target: schoolTarget(school), before: auditedLogin(before), after: null } : null)
    return {}
  },

  'POST /staff/v1/roster_match_save': async (ctx, { schoolId, match }) => {
    const school = await schoolInScope(ctx, schoolId)
    await ctx.db
      .updateTable('schools')
      .set({ roster_match: match, roster_match_at: ctx.clock.now() })
      .where('id', '=', school.rowId)
      .execute()
    const before = { match: school.brief.rosterMatch }
    ctx.audit(before.match === match ? null : { target: schoolTarget(school), before, after: { match } })
    return {}
  },
}
