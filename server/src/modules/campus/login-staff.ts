import type { CampusLogin, campus } from '@dxx/contract/calls/staff/campus'
import { fail, Refusal } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import { sealClientSecret, settingsOf } from './login-settings'
import { returnPaths } from './requests'
import { ownedUrl, schoolInScope, schoolsInScope, schoolTarget } from './school-scope'

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

type LoginCalls =
  | 'GET /staff/v1/campus_list'
  | 'GET /staff/v1/campus_info'
  | 'POST /staff/v1/campus_login_save'
  | 'GET /staff/v1/campus_login_check'
  | 'POST /staff/v1/campus_login_delete'
  | 'POST /staff/v1/roster_match_save'

export const loginStaffHandlers: Pick<Handlers<typeof campus>, LoginCalls> = {
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
