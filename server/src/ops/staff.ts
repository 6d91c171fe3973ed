import { maskMobile } from '@dxx/contract/rules/mask'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { allRoles, type Role, roles, type ScopeKind } from '@dxx/contract/staff'
import { sql } from 'kysely'
import { verifyAudit } from '../db/audit-chain'
import type { Db } from '../db/connection'
import { type ListPage, readListPage } from '../db/list-page'
import { grantRole, grantText, isLive, readGrants, revokeGrant } from '../modules/staff/grants'
import { resetFactor } from '../modules/staff/staff-handlers'
import { type OpsCommands, orFail, UsageError } from './command'
import { endOfDay } from './end-of-day'
import { userOf, userTarget } from './user'

function roleOf(text = ''): Role {
  if (!(allRoles as string[]).includes(text)) throw new UsageError()
  return text as Role
}

/** Parses a scope: `school:jiangcheng`, `class:jiangcheng/cs2401`, `curriculum:course/python`, `exam:midterm` or ''. */
async function scopeOf(db: Db, text = ''): Promise<{ scopeKind: ScopeKind; scopeId: number | null }> {
  if (text === '') return { scopeKind: 'site', scopeId: null }
  const [, kind = '', first = '', second = ''] = /^(\w+):([\w-]+)(?:\/([\w-]+))?$/.exec(text) ?? []
  const queries: Record<string, () => Promise<{ id: number } | undefined>> = {
    school: () => db.selectFrom('schools').select('id').where('slug', '=', first).executeTakeFirst(),
    class: () =>
      db
        .selectFrom('classes as c')
        .innerJoin('schools as s', 's.id', 'c.school_id')
        .select('c.id')
        .where('s.slug', '=', first)
        .where('c.slug', '=', second)
        .executeTakeFirst(),
    curriculum: () =>
      db
        .selectFrom('curricula')
        .select('id')
        .where(sql<boolean>`kind = ${first} and slug = ${second}`)
        .executeTakeFirst(),
    exam: () => db.selectFrom('exams').select('id').where('slug', '=', first).executeTakeFirst(),
  }
  if (!Object.hasOwn(queries, kind)) throw new UsageError()
  const { id } = orFail(await queries[kind]!(), `没有找到范围 ${text}。`)
  return { scopeKind: kind as ScopeKind, scopeId: id }
}

function staffPage(db: Db, page: ListPage) {
  const query = db
    .selectFrom('users as u')
    .innerJoin('staff_grants as g', 'g.user_id', 'u.id')
    .leftJoin('staff_accounts as a', 'a.user_id', 'u.id')
    .select(['u.id', 'u.uid', 'u.nickname', 'u.mobile', 'a.last_login_at', 'a.factor_confirmed_at'])
    .select(sql<number[]>`array[u.id]`.as('place'))
    .where('g.revoked_at', 'is', null)
    .groupBy(['u.id', 'a.user_id'])
  return readListPage(db, query, 'uid', page)
}

export const staff: OpsCommands = {
  grant: {
    usage: `staff grant <手机号> <角色> [范围] [到期日]   授权；角色：${allRoles.map((role) => `${role}（${roles[role].name}）`).join('、')}；范围如 school:jiangcheng、class:jiangcheng/cs2401、curriculum:course/python、exam:midterm，全站的角色不写`,
    async run(ctx, [who, roleName, ...more]) {
      const role = roleOf(roleName)
      const until = more.find((text) => /^\d{4}-\d{2}-\d{2}$/.test(text))
      const [scopeText, ...rest] = more.filter((text) => text !== until)
      if (rest.length > 0) throw new UsageError()
      const user = await userOf(ctx, who)
      const scope = await scopeOf(ctx.db, scopeText)
      const endsAt = until === undefined ? null : endOfDay(until)
      const { grant } = await ctx.audited(
        (tx) => grantRole(tx, { userId: user.id, role, ...scope, endsAt, by: null }, ctx.clock.now()),
        ({ grant, before }) => ({
          target: { ...userTarget(user), kind: 'staff' },
          before,
          after: { grant: grantText(grant), endsAt: grant.endsAt },
        }),
      )
      ctx.print(`${user.nickname} 现在是${grantText(grant)}${until === undefined ? '' : `，${until} 到期`}。`)
    },
  },
  revoke: {
    usage: 'staff revoke <手机号> <角色> [范围]   收回授权，立即生效；最后一位所有者收不回',
    async run(ctx, [who, roleName, scopeText, ...more]) {
      const role = roleOf(roleName)
      if (more.length > 0) throw new UsageError()
      const user = await userOf(ctx, who)
      const { scopeKind, scopeId } = await scopeOf(ctx.db, scopeText)
      const done = await ctx.audited(
        async (tx) => {
          const [grant] = await readGrants(
            tx,
            sql`g.user_id = ${user.id} and g.role = ${role} and g.scope_kind = ${scopeKind}
              and g.scope_id is not distinct from ${scopeId}::bigint and g.revoked_at is null`,
          )
          return grant && (await revokeGrant(tx, grant, { by: null, reason: '' }, ctx.clock.now())) ? grant : null
        },
        (grant) => grant && { target: { ...userTarget(user), kind: 'staff' }, before: { grant: grantText(grant) } },
      )
      orFail(done, '没有这项授权。')
      ctx.print('已收回。')
    },
  },
  list: {
    usage: 'staff list                        列出员工、角色、二次验证和最近登录',
    reads: true,
    run: ({ db, clock, print, printPage }) =>
      printPage({
        read: async (page) => {
          const people = await staffPage(db, page)
          const ids = people.map(({ id }) => id)
          const grants = await readGrants(db, sql`g.user_id = any(${ids}::bigint[]) and g.revoked_at is null`)
          return people.map((row) => ({ ...row, grants: grants.filter(({ userId }) => userId === row.id) }))
        },
        empty: '还没有员工，用 staff grant 授权第一位所有者。',
        keyOf: ({ uid }) => uid,
        print({ uid, nickname, mobile, last_login_at, factor_confirmed_at, grants }) {
          const login = last_login_at === null ? '没有登录过' : `最近登录 ${formatDateTime(last_login_at)}`
          const factor = factor_confirmed_at === null ? '没有二次验证' : '有二次验证'
          print(`${uid}  ${nickname} ${mobile ? maskMobile(mobile) : ''}  ${login}  ${factor}`)
          for (const grant of grants) {
            const end = grant.endsAt === null ? '' : `，${formatDateTime(grant.endsAt)} 到期`
            print(`  ${grantText(grant)}${end}${isLive(grant, clock.now()) ? '' : '（已到期）'}`)
          }
        },
      }),
  },
  reset: {
    usage: 'staff reset <手机号> <原因>        重置一位员工的二次验证；最后一位所有者只能这样重置',
    async run(ctx, [who, ...words]) {
      const reason = words.join(' ').trim()
      if (reason === '') throw new UsageError()
      const user = await userOf(ctx, who)
      const done = await ctx.audited(
        (tx) => resetFactor(tx, user.id, reason, ctx.clock.now()),
        (reset) =>
          reset
            ? {
                target: { ...userTarget(user), kind: 'staff' },
                before: { enrolled: true },
                after: { enrolled: false },
                reason,
              }
            : null,
      )
      orFail(done, '这位员工没有开启二次验证。')
      ctx.print('已重置，管理台登录已失效，并已通知本人。')
    },
  },
}

export const audit: OpsCommands = {
  verify: {
    usage: 'audit verify                      核对操作记录：有改动或缺失时指出从哪一条起，并以失败结束',
    reads: true,
    async run({ db, print }) {
      const { checked, last, brokenAt } = await verifyAudit(db)
      if (brokenAt !== null) throw new Error(`操作记录从第 ${brokenAt} 条起被改动或缺失，前 ${checked} 条完好。`)
      print(`操作记录完好：核对了 ${checked} 条，最后一条是第 ${last.id} 条，校验值 ${last.hash}。`)
      print('请把最后的编号和校验值记在别处：下次核对时编号更小，就说明末尾的记录被删了。')
    },
  },
}
