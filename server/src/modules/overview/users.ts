import type { StudentStatus } from '@dxx/contract/calls/accounts'
import type { UserRow, users } from '@dxx/contract/calls/staff/users'
import { formatChineseTime } from '@dxx/contract/rules/time-from'
import { totalMax } from '@dxx/contract/staff'
import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from '../../base/escape-like'
import { fail } from '../../base/refusal'
import type { Handlers, StaffCtx } from '../../context'
import type { Db } from '../../db/connection'
import { revokeSessions } from '../accounts/public'
import { postKindNames } from '../community/public'
import { notify } from '../messages/public'
import { personOf } from '../staff/public'
import { uploadSteps } from '../uploads/public'

interface Row {
  id: number
  uid: string
  nickname: string
  avatar: string | null
  mobile: string | null
  student_status: StudentStatus
  school: string
  created_at: number
  muted_until: number | null
  mute_reason: string
  blocked_at: number | null
}

const selectUsers = (where: RawBuilder<boolean>, order: RawBuilder<unknown>) => sql<Row>`
  select u.id, u.uid, u.nickname, u.avatar, u.mobile, u.student_status, coalesce(a.school_name, '') as school,
    u.created_at, u.muted_until, u.mute_reason, u.blocked_at
  from users u left join student_applications a on a.user_id = u.id
  where u.closed_at is null and ${where} ${order}`

const shapeUser = (row: Row, now: number): UserRow => ({
  ...personOf(row),
  studentStatus: row.student_status,
  school: row.school,
  createdAt: row.created_at,
  mutedUntil: row.muted_until !== null && row.muted_until > now ? row.muted_until : null,
  closed: row.blocked_at !== null,
})

async function userByUid(db: Db, uid: string): Promise<Row> {
  const { rows } = await selectUsers(sql`u.uid = ${uid}::uuid`, sql``).execute(db)
  return rows[0] ?? fail('user-not-found', { msg: '没有找到这位用户' })
}

/** SQL condition: the keyword equals a mobile, student or order number, or begins a name. */
function matching(keyword: string): RawBuilder<boolean> {
  if (keyword === '') return sql`true`
  const start = `${escapeLike(keyword)}%`
  return sql`(u.mobile = ${keyword} or a.student_no = ${keyword} or u.nickname ilike ${start} or a.name like ${start}
    or u.id = (select user_id from orders where no = ${keyword}))`
}

/**
 * Finds a user who may be restricted. Staff are refused: their grants must be revoked first, so that no owner is locked
 * out.
 */
async function restrictable(ctx: StaffCtx, uid: string): Promise<Row> {
  const row = await userByUid(ctx.db, uid)
  const granted = await ctx.db
    .selectFrom('staff_grants')
    .select('id')
    .where('user_id', '=', row.id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', ctx.clock.now())]))
    .executeTakeFirst()
  if (granted) fail('user-restrict-refused')
  return row
}

const targetOf = ({ uid, nickname }: Row) => ({ kind: 'user', id: uid, name: nickname })

async function countsOf(db: Db, userId: number) {
  const { rows } = await sql<Record<'owned' | 'orders' | 'posts' | 'attempts' | 'devices' | 'reportsAgainst', number>>`
    select (select count(*) from entitlements where user_id = ${userId} and revoked_at is null) as owned,
      (select count(*) from orders where user_id = ${userId}) as orders,
      (select count(*) from posts where user_id = ${userId} and public) as posts,
      (select count(*) from exam_attempts where user_id = ${userId} and state <> 'prepared') as attempts,
      (select count(*) from sessions where user_id = ${userId} and revoked_at is null) as devices,
      (select count(*) from reports r join posts p on p.id = r.post_id where p.user_id = ${userId})
        as "reportsAgainst"`.execute(db)
  return rows[0]!
}

/** Names of the origins of an entitlement, by the first word of its source. */
const sourceNames: Record<string, string> = { order: '购买', coupon: '兑换码', free: '免费领取', sample: '示例数据' }

/** The last 20 items that the user studied and the last 20 exams that the user entered. */
async function activityOf(db: Db, userId: number) {
  const { rows: studied } = await sql<{ title: string; minutes: number; at: number }>`
    select c.title, (s.seconds / 60)::int as minutes, s.at
    from (select curriculum_id, sum(end_at - start_at) as seconds, max(end_at) as at
      from study_events where user_id = ${userId} group by curriculum_id) s join curricula c on c.id = s.curriculum_id
    order by s.at desc limit 20`.execute(db)
  const { rows: attempts } = await sql<{
    id: string
    title: string
    startedAt: number | null
    submittedAt: number | null
  }>`
    select t.uid as id, e.title, t.started_at as "startedAt", t.submitted_at as "submittedAt"
    from exam_attempts t join exams e on e.id = t.exam_id
    where t.user_id = ${userId} and t.state <> 'prepared' order by t.id desc limit 20`.execute(db)
  return { studied, attempts }
}

async function recordsOf(db: Db, userId: number) {
  const { rows: orders } = await sql<{
    no: string
    title: string
    payCents: number
    status: number
    createdAt: number
  }>`
    select no, title, pay_cents as "payCents", status, created_at as "createdAt" from orders
    where user_id = ${userId} order by id desc limit 20`.execute(db)
  const { rows: owned } = await sql<{ title: string; source: string; createdAt: number }>`
    select c.title, e.source, e.created_at as "createdAt" from entitlements e join curricula c on c.id = e.curriculum_id
    where e.user_id = ${userId} and e.revoked_at is null order by e.id desc limit 20`.execute(db)
  const { rows: posts } = await sql<{
    id: string
    kind: keyof typeof postKindNames
    text: string
    place: string
    createdAt: number
  }>`
    select p.uid as id, p.kind, p.text, c.title as place, p.created_at as "createdAt"
    from posts p join curricula c on c.id = p.curriculum_id
    where p.user_id = ${userId} and p.public order by p.id desc limit 20`.execute(db)
  const { rows: asked } = await sql<{ kindName: string; text: string; createdAt: number }>`
    select * from (
      select '反馈' as "kindName", text, created_at as "createdAt" from opinions where user_id = ${userId}
      union all
      select '客服', text, created_at from cs_messages where user_id = ${userId} and sender = 'user') asked
    order by "createdAt" desc limit 20`.execute(db)
  return {
    orders,
    owned: owned.map((one) => ({ ...one, source: sourceNames[one.source.split(' ')[0]!] ?? '其他' })),
    ...(await activityOf(db, userId)),
    posts: posts.map(({ kind, ...post }) => ({ ...post, kindName: postKindNames[kind] })),
    asked,
  }
}

export const userHandlers: Handlers<typeof users> = {
  'GET /staff/v1/user_search': async ({ db, clock }, { keyword, after, limit }) => {
    if (after !== undefined && !/^\d{1,15}$/.test(after)) fail('invalid-input')
    const where = matching(keyword)
    const { rows } = await selectUsers(
      sql`${where} and (${after ?? null}::bigint is null or u.id < ${after ?? null}::bigint)`,
      sql`order by u.id desc limit ${limit + 1}`,
    ).execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*) as total from (
        select from users u left join student_applications a on a.user_id = u.id
        where u.closed_at is null and ${where} limit ${totalMax}) counted`.execute(db)
    const shown = rows.slice(0, limit)
    return {
      list: shown.map((row) => shapeUser(row, clock.now())),
      next: rows.length > limit ? String(shown.at(-1)!.id) : null,
      total: counted[0]!.total,
    }
  },

  'GET /staff/v1/user_info': async ({ db, clock }, { id }) => {
    const row = await userByUid(db, id)
    const { rows: seen } = await sql<{ at: number | null }>`
      select max(last_seen_at) as at from sessions where user_id = ${row.id}`.execute(db)
    return {
      user: shapeUser(row, clock.now()),
      lastSeenAt: seen[0]!.at,
      muteReason: row.mute_reason,
      counts: await countsOf(db, row.id),
      ...(await recordsOf(db, row.id)),
    }
  },

  'POST /staff/v1/user_reveal': async (ctx, { id, reason }) => {
    const row = await userByUid(ctx.db, id)
    ctx.audit({ target: targetOf(row), after: { revealed: 'mobile' }, reason })
    return { mobile: row.mobile ?? '' }
  },

  'POST /staff/v1/user_mute': async (ctx, { id, until, reason }) => {
    const { db, clock } = ctx
    const now = clock.now()
    const row = await restrictable(ctx, id)
    if (until !== null && until <= now) fail('invalid-input', { msg: '请选择以后的时间' })
    await db
      .updateTable('users')
      .set({ muted_until: until, mute_reason: until === null ? '' : reason })
      .where('id', '=', row.id)
      .execute()
    const message =
      until === null
        ? { title: '发言限制已解除', body: reason }
        : { title: '你已被限制发言', body: `限制到 ${formatChineseTime(until)}，原因：${reason}` }
    await notify(db, { userId: row.id, kind: 'system', ...message }, now)
    ctx.audit({ target: targetOf(row), before: { mutedUntil: row.muted_until }, after: { mutedUntil: until }, reason })
    return {}
  },

  'POST /staff/v1/user_log_out': async (ctx, { id, reason }) => {
    const now = ctx.clock.now()
    const row = await restrictable(ctx, id)
    await revokeSessions(ctx.db, row.id, null, now)
    const body = `为了账号安全，已让你在所有设备上退出登录。原因：${reason}`
    await notify(ctx.db, { userId: row.id, kind: 'system', title: '已在所有设备上退出', body }, now)
    ctx.audit({ target: targetOf(row), after: { loggedOut: true }, reason })
    return {}
  },

  'POST /staff/v1/user_close': async (ctx, { id, reason, open }) => {
    const { db, clock } = ctx
    const now = clock.now()
    const row = await restrictable(ctx, id)
    await db
      .updateTable('users')
      .set(open ? { blocked_at: null, block_reason: '' } : { blocked_at: now, block_reason: reason })
      .where('id', '=', row.id)
      .execute()
    if (!open) await revokeSessions(db, row.id, null, now)
    const title = open ? '账号已恢复' : '账号已被停用'
    await notify(db, { userId: row.id, kind: 'system', title, body: `原因：${reason}` }, now)
    ctx.audit({ target: targetOf(row), before: { closed: row.blocked_at !== null }, after: { closed: !open }, reason })
    return {}
  },

  'POST /staff/v1/upload_link': async (ctx, { name, size }) => {
    ctx.audit(null)
    return uploadSteps.link(ctx, { name, size, purpose: 'cs' })
  },

  'POST /staff/v1/upload_complete': async (ctx, { id }) => {
    ctx.audit(null)
    return uploadSteps.complete(ctx, { id })
  },
}
