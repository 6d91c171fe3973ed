import { z } from 'zod'
import { call, calls } from '../../call'
import { Done, Id, UnixSeconds } from '../../shapes'

const Url = z.string().trim().min(1, { error: '请填写网址' }).max(500, { error: '网址最多 500 个字符' })
/** Name of an attribute or claim; empty for the user's id. */
const FieldName = z
  .string()
  .trim()
  .regex(/^[\w.:/-]{0,80}$/, { error: '字段名只能由字母、数字和 _ . : / - 组成' })
/** A secret that is stored encrypted and never shown again; absent keeps the stored one. */
const NewSecret = z
  .string()
  .trim()
  .min(1, { error: '请填写密钥' })
  .max(500, { error: '密钥最多 500 个字符' })
  .optional()

export const RosterMatch = z.enum(['instant', 'confirm'])
export type RosterMatch = z.infer<typeof RosterMatch>
export const CampusKind = z.enum(['cas', 'oidc'])
export type CampusKind = z.infer<typeof CampusKind>

const CampusLogin = z.object({
  kind: CampusKind,
  enabled: z.boolean(),
  url: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  numberField: z.string(),
  nameField: z.string(),
  updatedAt: UnixSeconds,
})
export type CampusLogin = z.infer<typeof CampusLogin>

const SchoolBrief = z.object({
  id: Id,
  name: z.string(),
  hasRoster: z.boolean(),
  rosterMatch: RosterMatch,
  loginKind: CampusKind.nullable(),
  loginEnabled: z.boolean(),
  /** Number of accounts bound to a campus account of the school. */
  bound: z.int(),
})
export type CampusSchoolBrief = z.infer<typeof SchoolBrief>

export const campus = calls({
  'GET /staff/v1/campus_list': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '管理的学校和它们的校园对接',
    input: z.object({}),
    data: z.array(SchoolBrief),
  }),
  'GET /staff/v1/campus_info': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '一所学校的校园对接；密钥不显示',
    input: z.object({ schoolId: Id }),
    data: SchoolBrief.extend({
      login: CampusLogin.nullable(),
      /** Addresses to register at the school's login server. */
      redirects: z.array(z.string()),
    }),
    errors: ['school-not-found'],
  }),
  'POST /staff/v1/campus_login_save': call({
    access: { staff: 'class.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '保存校园账号登录的设置；不带 secret 时密钥不变',
    input: z.object({
      schoolId: Id,
      kind: CampusKind,
      enabled: z.boolean(),
      url: Url,
      clientId: z.string().trim().max(200, { error: '客户端编号最多 200 个字符' }).default(''),
      secret: NewSecret,
      numberField: FieldName.default(''),
      nameField: FieldName.default(''),
    }),
    data: CampusLogin,
    errors: ['school-not-found', 'campus-setting-refused'],
  }),
  'GET /staff/v1/campus_login_check': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '检查学校的登录服务能否连通',
    input: z.object({ schoolId: Id }),
    data: z.object({ ok: z.boolean(), note: z.string() }),
    errors: ['school-not-found', 'campus-setting-refused'],
  }),
  'POST /staff/v1/campus_login_delete': call({
    access: { staff: 'class.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '删除校园账号登录的设置；已有的绑定保留',
    input: z.object({ schoolId: Id }),
    data: Done,
    errors: ['school-not-found'],
  }),
  'POST /staff/v1/roster_match_save': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '名单核对方式：姓名学号一致就通过，或还要核对学生证',
    input: z.object({ schoolId: Id, match: RosterMatch }),
    data: Done,
    errors: ['school-not-found'],
  }),
})
