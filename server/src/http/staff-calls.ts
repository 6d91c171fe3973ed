import type { Access, CallName, StaffAccess } from '@dxx/contract/call'
import { consoleTimes, type Permission, permissions, roles } from '@dxx/contract/staff'
import { fail } from '../base/refusal'
import type { Environment, Staff } from '../context'
import { appendAudit } from '../db/audit-chain'
import type { Db } from '../db/connection'
import type { CallContext, RequestSession } from './call-context'
import { findConsoleSession, rolesHolding, touchConsoleSession } from './console-session'

export async function findStaff(db: Db, token: string, now: number): Promise<RequestSession | null> {
  const found = await findConsoleSession(db, token, now)
  return found && { ...found, id: null }
}

/** Runs all checks of a staff call except that of its scope, which is part of the handler's queries. */
export async function checkStaffAccess(
  { db, config }: Pick<Environment, 'db' | 'config'>,
  { staff: permission, fresh, enrolling, quiet }: StaffAccess,
  staff: Staff | null,
  now: number,
): Promise<void> {
  if (!staff) fail('not-logged-in', { msg: '管理台登录已结束，请重新登录' })
  if (staff.grants.length === 0) fail('not-permitted', { msg: '你的员工授权已收回或到期，请联系所有者' })
  const lacksFactor = config.secondFactor && staff.factorAt === null
  if (lacksFactor && !enrolling)
    fail('second-factor-required', { msg: '请先开启二次验证，再使用管理台', data: { need: 'enrol' } })
  if (rolesHolding(staff, permission).length === 0) refusePermission(permission as Permission)
  if (fresh) requireProof(staff, now)
  if (!quiet) await touchConsoleSession(db, staff, now)
}

/** Rejects unless the user proved the password or the second factor within the last `consoleTimes.proof` seconds. */
export function requireProof({ proofAt }: Staff, now: number): void {
  if (proofAt === null || now - proofAt >= consoleTimes.proof) fail('proof-required', { data: { need: 'proof' } })
}

function refusePermission(permission: Permission): never {
  const bySchool = roles.school_admin.grants.some((role) =>
    (roles[role].permissions as readonly Permission[]).includes(permission),
  )
  const who = bySchool ? '所有者或学校管理员' : '所有者'
  return fail('not-permitted', {
    msg: `你没有「${permissions[permission]}」的权限，请联系${who}开通`,
    data: { permission },
  })
}

/** Runs a handler that writes, then appends its audit records, all in the transaction `ctx.db`. */
export async function runAudited<T>(
  ctx: CallContext,
  name: CallName,
  access: Access,
  requestId: string,
  run: () => Promise<T>,
): Promise<T> {
  const data = await run()
  if (!ctx.audited) throw new Error(`${name} recorded nothing in the audit`)
  const permission = typeof access === 'string' ? 'any' : access.staff
  const actor = {
    userId: ctx.user.id,
    roles: ctx.staff ? rolesHolding(ctx.staff, permission) : [],
    call: name.replace(/^.*\//, ''),
    address: ctx.ip,
    requestId,
  }
  await appendAudit(ctx.db, actor, ctx.audited, ctx.clock.now())
  return data
}
