import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Id, UnixSeconds } from '../../shapes'
import { ConsoleSession, Grant, PermissionName, PersonBrief } from './shapes'

/** Six digits of the authenticator app, or a recovery code such as `k3fz-9qpt-2m7x`. */
const FactorCode = z
  .string()
  .trim()
  .regex(/^(\d{6}|[0-9a-zA-Z]{4}(-?[0-9a-zA-Z]{4}){2})$/, { error: '请输入 6 位动态验证码或一个恢复码' })

const RecoveryCodes = z.array(z.string())

/** The person of the session, with everything that the frame of the console shows. */
export const SignedInStaff = z.object({
  person: PersonBrief,
  /** Live grants. */
  grants: z.array(Grant),
  /** Union of the permissions of the live grants. */
  permissions: z.array(PermissionName),
  /** Schools that the grants cover, for the school switch at the top; empty for people with site-wide grants. */
  schools: z.array(z.object({ id: Id, name: z.string() })),
  hasPassword: z.boolean(),
  secondFactor: z.object({
    enrolled: z.boolean(),
    /** Whether the console is closed without a second factor, as in production. */
    required: z.boolean(),
    recoveryLeft: z.int(),
  }),
  /** `enrol`: until a second factor is enrolled, only the calls needed for enrolment are open. */
  need: z.enum(['enrol']).nullable(),
  session: z.object({
    id: Id,
    endsAt: UnixSeconds,
    /** End of the session if no further call is made. */
    idleEndsAt: UnixSeconds,
    /** Until this time, calls with `fresh` access are open; null: identity not confirmed recently. */
    provenUntil: UnixSeconds.nullable(),
  }),
})
export type SignedInStaff = z.infer<typeof SignedInStaff>

export const session = calls({
  'POST /staff/v1/session_open': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary:
      '进入管理台：用刚登录得到的学生端 token 换管理台 token，原登录随即失效；已开启二次验证时要带 code，否则回 10（data.need=totp）',
    input: z.object({ code: FactorCode.optional() }),
    data: z.object({ token: z.string(), me: SignedInStaff }),
    errors: ['second-factor-wrong'],
  }),
  'POST /staff/v1/session_close': call({
    access: { staff: 'any', enrolling: true },
    source: 'added',
    writes: 'natural',
    summary: '退出管理台',
    input: z.object({}),
    data: Done,
  }),
  'GET /staff/v1/me': call({
    access: { staff: 'any', enrolling: true },
    source: 'added',
    summary: '当前员工：授权、权限、二次验证和本次登录',
    input: z.object({}),
    data: SignedInStaff,
  }),
  'GET /staff/v1/session_list': call({
    access: { staff: 'any' },
    source: 'added',
    summary: '我的管理台登录，当前这处在最前',
    input: z.object({}),
    data: z.array(ConsoleSession),
  }),
  'POST /staff/v1/session_revoke': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'natural',
    summary: '让我的一处管理台登录失效（id），或除当前外全部失效（others）',
    input: z
      .object({ id: Id.optional(), others: z.boolean().default(false) })
      .refine(({ id, others }) => (id !== undefined) !== others, { error: '请选择要退出的登录' }),
    data: Done,
    errors: ['session-not-found'],
  }),
  'POST /staff/v1/session_prove': call({
    access: { staff: 'any' },
    source: 'added',
    writes: 'natural',
    summary: '再次确认身份：密码、动态验证码或恢复码，10 分钟内有效',
    input: z
      .object({ password: z.string().min(1, { error: '请输入密码' }).max(128).optional(), code: FactorCode.optional() })
      .refine(({ password, code }) => (password !== undefined) !== (code !== undefined), {
        error: '请输入密码或动态验证码',
      }),
    data: z.object({ provenUntil: UnixSeconds }),
    errors: ['proof-wrong', 'second-factor-wrong', 'second-factor-missing'],
  }),
  'POST /staff/v1/factor_begin': call({
    access: { staff: 'any', enrolling: true },
    source: 'added',
    writes: 'natural',
    summary: '开始开启二次验证：得到密钥和二维码内容；更换时要先再次确认身份',
    input: z.object({}),
    /** `uri` is encoded in the QR code; `secret` is for typing by hand. */
    data: z.object({ secret: z.string(), uri: z.string() }),
  }),
  'POST /staff/v1/factor_confirm': call({
    access: { staff: 'any', enrolling: true },
    source: 'added',
    writes: 'natural',
    summary: '输入动态验证码完成开启；恢复码只显示这一次',
    input: z.object({ code: z.string().regex(/^\d{6}$/, { error: '请输入 6 位动态验证码' }) }),
    data: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['second-factor-wrong', 'second-factor-missing'],
  }),
  'POST /staff/v1/factor_recovery_codes': call({
    access: { staff: 'any', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '换一组恢复码，旧的随即失效；只显示这一次',
    input: z.object({}),
    data: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['second-factor-missing'],
  }),
})
