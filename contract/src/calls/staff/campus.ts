import * as z from 'zod'
import { call, calls } from '../../call'
import { Done, Id, UnixSeconds } from '../../shapes'

const Url = z.string().trim().min(1, { error: '请填写网址' }).max(500, { error: '网址最多 500 个字符' })
/** Name of an attribute or claim; empty for the user's id. */
const FieldName = z
  .string()
  .trim()
  .regex(/^[\w.:/-]{0,80}$/, { error: '字段名只能由字母、数字和 _ . : / - 组成' })
/** A secret that is stored encrypted and never returned; if omitted, the stored one stays. */
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

const NumberFrom = z.enum(['none', 'sourcedid', 'custom'])
export type NumberFrom = z.infer<typeof NumberFrom>

const Platform = z.object({
  id: Id,
  name: z.string(),
  enabled: z.boolean(),
  issuer: z.string(),
  clientId: z.string(),
  deploymentIds: z.array(z.string()),
  siteUrl: z.string(),
  authUrl: z.string(),
  tokenUrl: z.string(),
  jwksUrl: z.string(),
  numberFrom: NumberFrom,
  updatedAt: UnixSeconds,
})
export type LtiPlatformState = z.infer<typeof Platform>

const LinkState = z.object({
  id: Id,
  platform: z.string(),
  course: z.string(),
  /** Title of the content that the link opens; empty if it was removed. */
  title: z.string(),
  takesScores: z.boolean(),
  hasRoster: z.boolean(),
  students: z.int(),
  /** Number of scores that were sent, and of scores that the platform refused or that wait for a retry. */
  sent: z.int(),
  failing: z.int(),
  lastError: z.string(),
  /** Members of the course as read last; null before the first reading. */
  members: z.int().nullable(),
  membersReadAt: UnixSeconds.nullable(),
  /** Whether a reading is waiting or running. */
  membersDue: z.boolean(),
  membersError: z.string(),
  lastLaunchAt: UnixSeconds,
})
export type LtiLinkState = z.infer<typeof LinkState>

const Store = z.object({
  url: z.string(),
  username: z.string(),
  hasPassword: z.boolean(),
  enabled: z.boolean(),
  /** Number of statements that wait, and of statements that the store has refused for good. */
  waiting: z.int(),
  refused: z.int(),
  lastError: z.string(),
  updatedAt: UnixSeconds,
})
export type XapiStoreState = z.infer<typeof Store>

const ShortText = (noun: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: `请填写${noun}` })
    .max(max, { error: `${noun}最多 ${max} 个字符` })

export const campus = calls({
  'GET /staff/v1/lti_info': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '一所学校的学习平台（LTI）、课程里的链接和成绩回传，以及要在平台登记的地址',
    input: z.object({ schoolId: Id }),
    data: z.object({
      platforms: z.array(Platform),
      /** Newest launches first, at most 200. */
      links: z.array(LinkState),
      addresses: z.object({ login: z.string(), launch: z.string(), keys: z.string() }),
    }),
    errors: ['school-not-found'],
  }),
  'POST /staff/v1/lti_platform_save': call({
    access: { staff: 'class.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '登记或修改学习平台',
    input: z.object({
      schoolId: Id,
      id: Id.optional(),
      name: ShortText('名称', 40),
      enabled: z.boolean(),
      issuer: Url,
      clientId: ShortText('客户端编号', 200),
      deploymentIds: z
        .array(ShortText('部署编号', 200))
        .min(1, { error: '请填写部署编号' })
        .max(20, { error: '部署编号最多 20 个' }),
      siteUrl: Url,
      authUrl: Url,
      tokenUrl: Url,
      jwksUrl: Url,
      numberFrom: NumberFrom,
    }),
    data: Platform,
    errors: ['school-not-found', 'platform-not-found', 'campus-setting-refused'],
  }),
  'POST /staff/v1/lti_platform_delete': call({
    access: { staff: 'class.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '删除学习平台和它的链接；学生的账号保留',
    input: z.object({ schoolId: Id, id: Id }),
    data: Done,
    errors: ['school-not-found', 'platform-not-found'],
  }),
  'POST /staff/v1/lti_members_read': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'natural',
    summary: '读取一门课程在学习平台上的名单（后台进行）',
    input: z.object({ schoolId: Id, id: Id }),
    data: Done,
    errors: ['school-not-found', 'platform-not-found'],
  }),
  'POST /staff/v1/lti_members_import': call({
    access: { staff: 'class.manage' },
    source: 'added',
    writes: 'keyed',
    summary: '把读来的名单和学校的名册比较；返回名册文件，确认以后才更新',
    input: z.object({ schoolId: Id, id: Id }),
    data: z.object({ id: Id }),
    errors: ['school-not-found', 'platform-not-found'],
  }),
  'GET /staff/v1/xapi_info': call({
    access: { staff: 'class.manage' },
    source: 'added',
    summary: '一所学校的学习记录库（xAPI）；密码不显示',
    input: z.object({ schoolId: Id }),
    data: z.object({ store: Store.nullable() }),
    errors: ['school-not-found'],
  }),
  'POST /staff/v1/xapi_save': call({
    access: { staff: 'class.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '保存学习记录库；不带 password 时密码不变；只发送保存之后的学习',
    input: z.object({
      schoolId: Id,
      url: Url,
      username: z.string().trim().max(200, { error: '用户名最多 200 个字符' }).default(''),
      password: NewSecret,
      enabled: z.boolean(),
    }),
    data: Store,
    errors: ['school-not-found', 'campus-setting-refused'],
  }),
  'POST /staff/v1/xapi_delete': call({
    access: { staff: 'class.manage', fresh: true },
    source: 'added',
    writes: 'natural',
    summary: '删除学习记录库和没有发出的记录',
    input: z.object({ schoolId: Id }),
    data: Done,
    errors: ['school-not-found'],
  }),
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
