import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Id, Mobile, UnixSeconds } from '../../shapes'
import {
  After,
  ConsoleSession,
  cursorPageSchema,
  Grant,
  PersonBrief,
  Reason,
  RoleName,
  Scope,
  ScopeKindName,
} from './shapes'

/** `live`: has a live grant; `resting`: no login for too long (setting staff-rest-days); `ended`: no live grant. */
export const StaffState = z.enum(['live', 'resting', 'ended'])
export type StaffState = z.infer<typeof StaffState>

export const StaffPerson = PersonBrief.extend({
  state: StaffState,
  /** Live grants. */
  grants: z.array(Grant),
  secondFactor: z.boolean(),
  /** Last time a console session was opened; null if never. */
  lastLoginAt: UnixSeconds.nullable(),
  isMe: z.boolean(),
})
export type StaffPerson = z.infer<typeof StaffPerson>

export const people = calls({
  'GET /staff/v1/people_list': call({
    access: { staff: 'staff.manage' },
    source: 'added',
    summary: '员工与授权；学校管理员只看到本校的教师和阅卷人',
    input: After.extend({
      /** Part of the nickname, or a whole mobile number. */
      keyword: z.string().trim().max(50).optional(),
      role: RoleName.optional(),
      state: StaffState.optional(),
    }),
    data: cursorPageSchema(StaffPerson),
  }),
  'GET /staff/v1/person_info': call({
    access: { staff: 'staff.manage' },
    source: 'added',
    summary: '一位员工：全部授权（含已结束的）和管理台登录',
    input: z.object({ id: Id }),
    data: z.object({
      person: StaffPerson,
      /** Newest first, including ended and revoked ones. */
      history: z.array(Grant),
      /** Null if the person also holds grants outside the caller's scope. */
      sessions: z.array(ConsoleSession).nullable(),
    }),
    errors: ['person-not-found'],
  }),
  'GET /staff/v1/grant_candidates': call({
    access: { staff: 'staff.manage' },
    source: 'added',
    summary: '按完整的手机号找要授权的用户；没有找到时为空',
    input: z.object({ mobile: Mobile }),
    data: z.array(PersonBrief),
  }),
  'GET /staff/v1/grant_scopes': call({
    access: { staff: 'staff.manage' },
    source: 'added',
    summary: '可以授权的范围：学校、班级、课程或考试，按名称找，只列自己管得到的',
    input: After.extend({
      kind: ScopeKindName.exclude(['site']),
      keyword: z.string().trim().max(50).optional(),
    }),
    data: cursorPageSchema(Scope.extend({ id: Id })),
  }),
  'POST /staff/v1/grant_create': call({
    access: { staff: 'staff.manage', fresh: true },
    source: 'added',
    writes: 'keyed',
    summary: '授权：角色、范围、到期时间；同样的授权已有时改到期时间',
    input: z.object({
      userId: Id,
      role: RoleName,
      scope: z.object({ kind: ScopeKindName, id: Id.nullable() }),
      endsAt: UnixSeconds.nullable().default(null),
      reason: z.string().trim().max(200, { error: '说明最多 200 个字' }).default(''),
    }),
    data: Grant,
    errors: ['user-not-found', 'scope-not-found', 'grant-refused', 'last-owner'],
  }),
  'POST /staff/v1/grant_revoke': call({
    access: { staff: 'staff.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '收回授权，立即生效；再次收回没有影响',
    input: z.object({ id: Id, reason: Reason }),
    data: Grant,
    errors: ['grant-not-found', 'last-owner'],
  }),
  'POST /staff/v1/person_log_out': call({
    access: { staff: 'staff.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '让一位员工的所有管理台登录失效',
    input: z.object({ id: Id, reason: Reason }),
    data: z.object({ ended: z.int() }),
    errors: ['person-not-found'],
  }),
  'POST /staff/v1/factor_reset': call({
    access: { staff: 'staff.reset', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '重置另一位员工的二次验证，他的管理台登录随即失效，并会收到消息；自己的只能用恢复码或命令行',
    input: z.object({ id: Id, reason: Reason }),
    data: Done,
    errors: ['person-not-found', 'second-factor-missing', 'grant-refused'],
  }),
})
