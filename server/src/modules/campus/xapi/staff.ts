import type { campus, XapiStoreState } from '@dxx/contract/calls/staff/campus'
import { sql } from 'kysely'
import type { Handlers, StaffCtx } from '../../../context'
import { ownedUrl, schoolInScope, schoolTarget } from '../school-scope'
import { sealPassword } from './send'

type Calls = 'GET /staff/v1/xapi_info' | 'POST /staff/v1/xapi_save' | 'POST /staff/v1/xapi_delete'

const storedOf = ({ db }: StaffCtx, schoolId: number) =>
  db.selectFrom('xapi_stores').selectAll().where('school_id', '=', schoolId).executeTakeFirst()

type Stored = NonNullable<Awaited<ReturnType<typeof storedOf>>>

/** What the audit log stores; it never contains the password. */
const audited = (row: Stored | undefined) => row && { url: row.url, username: row.username, enabled: row.enabled }

async function shown({ db }: StaffCtx, row: Stored): Promise<XapiStoreState> {
  const { rows } = await sql<{ waiting: number; refused: number; lastError: string }>`
    select (count(*) filter (where due_at is not null))::int as waiting,
      (count(*) filter (where due_at is null))::int as refused, coalesce(max(last_error), '') as "lastError"
    from xapi_statements where school_id = ${row.school_id}`.execute(db)
  return {
    url: row.url,
    username: row.username,
    hasPassword: row.password !== null,
    enabled: row.enabled,
    updatedAt: row.updated_at,
    ...rows[0]!,
  }
}

export const xapiStaffHandlers: Pick<Handlers<typeof campus>, Calls> = {
  'GET /staff/v1/xapi_info': async (ctx, { schoolId }) => {
    const { rowId } = await schoolInScope(ctx, schoolId)
    const store = await storedOf(ctx, rowId)
    return { store: store ? await shown(ctx, store) : null }
  },

  'POST /staff/v1/xapi_save': async (ctx, { schoolId, password, ...input }) => {
    const { db, clock, config } = ctx
    const school = await schoolInScope(ctx, schoolId)
    const url = ownedUrl(ctx, input.url, '记录库地址').replace(/\/+$/, '')
    const before = await storedOf(ctx, school.rowId)
    const isSame = before?.url === url && before.username === input.username
    const now = clock.now()
    const row = {
      url,
      username: input.username,
      enabled: input.enabled,
      updated_at: now,
      // The stored password belongs to the stored address; another store must not receive it.
      password: password !== undefined ? sealPassword(config.secret, password) : isSame ? before.password : null,
      // Learning before the store was configured, or while it was disabled, is not sent.
      collected_until: before?.enabled ? before.collected_until : now,
    }
    const saved = await db
      .insertInto('xapi_stores')
      .values({ school_id: school.rowId, ...row })
      .onConflict((conflict) => conflict.column('school_id').doUpdateSet(row))
      .returningAll()
      .executeTakeFirstOrThrow()
    // What the store refused before is sent again: the settings are what staff change to mend it.
    await db
      .updateTable('xapi_statements')
      .set({ due_at: now, failures: 0, last_error: '' })
      .where('school_id', '=', school.rowId)
      .where('failures', '>', 0)
      .execute()
    const after = { ...audited(saved), ...(password !== undefined && { password: '已更换' }) }
    ctx.audit({ target: schoolTarget(school), before: audited(before) ?? null, after })
    return shown(ctx, saved)
  },

  'POST /staff/v1/xapi_delete': async (ctx, { schoolId }) => {
    const school = await schoolInScope(ctx, schoolId)
    const before = await storedOf(ctx, school.rowId)
    await ctx.db.deleteFrom('xapi_stores').where('school_id', '=', school.rowId).execute()
    ctx.audit(before ? { target: schoolTarget(school), before: audited(before), after: null } : null)
    return {}
  },
}
