import * as z from 'zod'
import { Id, UnixSeconds } from '../../shapes'
import { allPermissions, allRoles, type Permission, type ScopeKind, scopeKinds } from '../../staff'

export const RoleName = z.enum(allRoles)
export const PermissionName = z.enum(allPermissions as [Permission, ...Permission[]])
export const ScopeKindName = z.enum(Object.keys(scopeKinds) as [ScopeKind, ...ScopeKind[]])

/** Input of every list of the console: `after` is the `next` of the previous page. */
export const After = z.object({
  after: z.string().max(200).optional(),
  limit: z.int().min(1).max(200).default(50),
})

/** Page of a list of the console. `total` stops counting at `totalMax` of staff.ts. */
export const cursorPageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), next: z.string().nullable(), total: z.int() })

/** Reason of a decision. */
export const Reason = z.string().trim().min(1, { error: '请写明原因' }).max(200, { error: '原因最多 200 个字' })

/** A user as staff see them: the mobile number is masked. */
export const PersonBrief = z.object({
  id: Id,
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** Masked; empty if not bound. */
  mobile: z.string(),
})
export type PersonBrief = z.infer<typeof PersonBrief>

export const Scope = z.object({
  kind: ScopeKindName,
  /** Null for the whole site. */
  id: Id.nullable(),
  /** Example: 「江城大学 · 计算机 2401」. */
  name: z.string(),
})
export type Scope = z.infer<typeof Scope>

export const Grant = z.object({
  id: Id,
  role: RoleName,
  roleName: z.string(),
  scope: Scope,
  createdAt: UnixSeconds,
  /** Null: no end. */
  endsAt: UnixSeconds.nullable(),
  revokedAt: UnixSeconds.nullable(),
  /** Nickname of the granter, or 「命令行」. */
  grantedBy: z.string(),
  live: z.boolean(),
  /** Whether the requesting person may change or revoke the grant. */
  manageable: z.boolean(),
})
export type Grant = z.infer<typeof Grant>

export const ConsoleSession = z.object({
  id: Id,
  /** Example: 「Windows 电脑 · Chrome」. */
  device: z.string(),
  address: z.string(),
  createdAt: UnixSeconds,
  seenAt: UnixSeconds,
  endsAt: UnixSeconds,
  current: z.boolean(),
})
export type ConsoleSession = z.infer<typeof ConsoleSession>
