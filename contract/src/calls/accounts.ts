import * as z from 'zod'
import { call, calls } from '../call'
import { Done, Id, Mobile, UnixSeconds } from '../shapes'

export const StudentStatus = z.enum(['none', 'pending', 'passed', 'rejected'])
export type StudentStatus = z.infer<typeof StudentStatus>

export const Gender = z.enum(['unknown', 'male', 'female'])
export type Gender = z.infer<typeof Gender>

export const UserInfo = z.object({
  id: Id,
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** Empty means not bound. */
  mobile: z.string(),
  hasPassword: z.boolean(),
  gender: Gender,
  /** yyyy-mm-dd */
  birthday: z.string().nullable(),
  location: z.string(),
  bio: z.string(),
  /** Whether other users see the school on the profile page. */
  showSchool: z.boolean(),
  wechatBound: z.boolean(),
  studentStatus: StudentStatus,
  /** Last submitted application for student verification (学生认证); null if none. */
  student: z.object({ school: z.string(), className: z.string(), name: z.string(), reason: z.string() }).nullable(),
  createdAt: UnixSeconds,
})
export type UserInfo = z.infer<typeof UserInfo>

/** Response of every login call. */
export const LoggedIn = z.object({
  token: z.string(),
  userinfo: UserInfo,
  /** Whether this login created the account. */
  isNew: z.boolean(),
  /** Whether this login revoked a pending request to close the account. */
  cancelRevoked: z.boolean(),
})
export type LoggedIn = z.infer<typeof LoggedIn>

export const CodeScene = z.enum(['login', 'bind', 'change', 'find', 'cancel'])
export type CodeScene = z.infer<typeof CodeScene>

const SmsCode = z.string().regex(/^\d{4}$/, { error: '请输入 4 位数字验证码' })
/** Checks only the length; rules/password decides whether the password is strong enough. */
const NewPassword = z.string().min(1, { error: '请输入新密码' }).max(128, { error: '密码太长，最多 128 个字符' })
/** Token of a passed slider check, see slider_check; required after `slider-required`. */
const slider = z.string().max(100).optional()
const Ticket = z.string().min(1, { error: '请先完成验证' }).max(100)
/** True once the user has agreed to a merge, offered by code 4 with `canMerge`: the account without records closes. */
const merge = z.boolean().default(false)

export const LoginDevice = z.object({
  id: Id,
  /** Example: 「Windows 电脑 · Chrome」. */
  device: z.string(),
  platform: z.string(),
  place: z.string(),
  current: z.boolean(),
  createdAt: UnixSeconds,
  lastSeenAt: UnixSeconds,
})
export type LoginDevice = z.infer<typeof LoginDevice>

export const QrState = z.enum(['waiting', 'scanned', 'confirmed', 'refused', 'expired'])
export type QrState = z.infer<typeof QrState>

export const accounts = calls({
  'POST /v1/send_code': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '发送短信验证码；不填手机号时发到当前账号绑定的手机',
    input: z.object({ mobile: Mobile.optional(), scene: CodeScene, slider }),
    /** Seconds until the next code may be requested. */
    data: z.object({ wait: z.int() }),
    errors: ['sms-failed', 'slider-required'],
  }),
  'POST /v1/slider_create': call({
    access: 'public',
    source: 'added',
    writes: 'natural',
    summary: '申请一次滑块验证：把滑块移到 target（0 到 max），2 分钟内有效；只能由申请它的设备完成',
    input: z.object({}),
    data: z.object({ id: Id, target: z.int(), max: z.int(), expiresAt: UnixSeconds }),
  }),
  'POST /v1/slider_check': call({
    access: 'public',
    source: 'added',
    writes: 'natural',
    summary: '提交滑块的位置，换取只能用一次的 slider；三次没有对准就要重新申请',
    input: z.object({ id: Id, position: z.number().min(0).max(1000) }),
    data: z.object({ slider: z.string() }),
    errors: ['slider-wrong', 'slider-expired'],
  }),
  'POST /v1/check_code': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '校验验证码，换取下一步用的一次性凭证（10 分钟内有效）',
    input: z.object({ mobile: Mobile.optional(), code: SmsCode, scene: z.enum(['change', 'find', 'cancel']) }),
    data: z.object({ ticket: z.string() }),
    errors: ['code-wrong', 'code-again', 'sms-failed'],
  }),
  'POST /v1/login_code': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '手机号和验证码登录，首次登录即注册；号码或网络被人猜过验证码时回 code-again，要连续答对几个验证码',
    input: z.object({ mobile: Mobile, code: SmsCode }),
    data: LoggedIn,
    errors: ['code-wrong', 'code-again', 'sms-failed'],
  }),
  'POST /v1/login_password': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '手机号和密码登录',
    input: z.object({ mobile: Mobile, password: z.string().min(1, { error: '请输入密码' }).max(128), slider }),
    data: LoggedIn,
    errors: ['login-failed', 'slider-required'],
  }),
  'POST /v1/login_out': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '退出登录：当前设备的登录状态立即失效',
    input: z.object({}),
    data: Done,
  }),
  'GET /v1/get_user_info': call({
    access: 'user',
    source: 'spec',
    summary: '我的资料',
    input: z.object({}),
    data: UserInfo,
  }),
  'POST /v1/user_edit': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '修改我的资料：只改提交了的项',
    input: z.object({
      nickname: z.string().trim().min(1, { error: '请输入昵称' }).max(20, { error: '昵称最多 20 个字' }).optional(),
      /** Id of an upload with the purpose `avatar`; null removes the avatar. */
      avatar: Id.nullable().optional(),
      gender: Gender.optional(),
      birthday: z.iso.date({ error: '生日格式应为 年-月-日' }).nullable().optional(),
      location: z.string().trim().max(60, { error: '所在地最多 60 个字' }).optional(),
      bio: z.string().trim().max(140, { error: '简介最多 140 个字' }).optional(),
      showSchool: z.boolean().optional(),
    }),
    data: UserInfo,
    errors: ['nickname-refused', 'birthday-refused', 'words-refused', 'upload-not-found'],
  }),
  'POST /v1/user_bind_mobile': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '绑定手机号；号码属于另一个账号时回 4（data.nickname、data.canMerge），同一验证码可再带 merge 提交',
    input: z.object({ mobile: Mobile, code: SmsCode, merge }),
    /** User info of the account that the token belongs to now; after a merge this may be the other account. */
    data: UserInfo,
    errors: ['code-wrong', 'code-again', 'sms-failed', 'mobile-bound', 'mobile-taken'],
  }),
  'POST /v1/user_change_mobile': call({
    access: 'mobile',
    source: 'spec',
    writes: 'natural',
    summary: '更换手机号：ticket 证明旧号（check_code，scene=change），code 证明新号',
    input: z.object({ ticket: Ticket, mobile: Mobile, code: SmsCode, merge }),
    data: UserInfo,
    errors: ['code-wrong', 'code-again', 'sms-failed', 'ticket-invalid', 'mobile-taken'],
  }),
  'POST /v1/user_edit_password': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '设置或修改密码；已有密码时要带原密码，其他设备随即退出',
    input: z.object({ oldPassword: z.string().max(128).optional(), password: NewPassword }),
    data: Done,
    errors: ['password-weak', 'password-wrong'],
  }),
  'POST /v1/user_find_password': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '找回密码：ticket 来自 check_code（scene=find），其他设备随即退出',
    input: z.object({ ticket: Ticket, password: NewPassword }),
    data: Done,
    errors: ['password-weak', 'ticket-invalid'],
  }),

  'POST /v1/login_qr_create': call({
    access: 'public',
    source: 'added',
    writes: 'natural',
    summary: '电脑端申请登录二维码',
    input: z.object({}),
    /** `url` is encoded in the QR code; if the server has no configured public URL, it is relative to the page URL. */
    data: z.object({ id: Id, secret: z.string(), url: z.string(), expiresAt: UnixSeconds }),
  }),
  'GET /v1/login_qr_poll': call({
    access: 'public',
    source: 'added',
    writes: 'natural',
    summary: '电脑端询问扫码进度；确认后恰好回一次登录结果',
    input: z.object({ id: Id, secret: z.string().min(1).max(100) }),
    data: z.object({ state: QrState, login: LoggedIn.nullable() }),
  }),
  'POST /v1/authorize_login_qr_code': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '手机端扫码（scan）后确认或拒绝电脑登录',
    input: z.object({ id: Id, action: z.enum(['scan', 'confirm', 'refuse']) }),
    data: z.object({ device: z.string(), place: z.string(), createdAt: UnixSeconds, state: QrState }),
    errors: ['qr-expired', 'qr-taken'],
  }),

  'GET /v1/device_list': call({
    access: 'user',
    source: 'added',
    summary: '登录过的设备，当前设备在最前',
    input: z.object({}),
    data: z.array(LoginDevice),
  }),
  'POST /v1/device_revoke': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '让某台设备退出（id），或除当前设备外全部退出（others）',
    input: z
      .object({ id: Id.optional(), others: z.boolean().default(false) })
      .refine(({ id, others }) => (id !== undefined) !== others, { error: '请选择要退出的设备' }),
    data: Done,
  }),

  'GET /v1/cancel_account_check': call({
    access: 'user',
    source: 'added',
    summary: '注销前的检查',
    input: z.object({}),
    data: z.object({
      /** `link` is the page that resolves a failed check; empty if there is none. */
      checks: z.array(z.object({ title: z.string(), ok: z.boolean(), detail: z.string(), link: z.string() })),
      canCancel: z.boolean(),
      coolingDays: z.int(),
    }),
  }),
  'POST /v1/cancel_account': call({
    access: 'user',
    source: 'added',
    writes: 'natural',
    summary: '申请注销：进入冷静期并退出所有设备，期间登录即撤销；没有手机号的账号用 wechat_code 代替 ticket',
    input: z
      .object({ ticket: Ticket.optional(), wechat_code: z.string().min(1).max(200).optional() })
      .refine(({ ticket, wechat_code }) => (ticket === undefined) !== (wechat_code === undefined), {
        error: '请先完成验证',
      }),
    /** Time at which the data will be erased. */
    data: z.object({ cancelAt: UnixSeconds }),
    errors: [
      'ticket-invalid',
      'cancel-blocked',
      'wechat-off',
      'wechat-failed',
      'wechat-expired',
      'wechat-snapshot',
      'wechat-mismatch',
    ],
  }),
  'GET /v1/export_data': call({
    access: 'user',
    source: 'added',
    summary: '导出我的数据',
    input: z.object({}),
    /** Exported data by section name. */
    data: z.object({ app: z.string(), exportedAt: UnixSeconds, sections: z.record(z.string(), z.unknown()) }),
  }),
  'GET /v1/test_desk': call({
    access: 'public',
    source: 'added',
    summary: '开发环境的示例账号和外部服务（生产环境没有这个接口）',
    input: z.object({}),
    data: z.object({
      logins: z.array(z.object({ mobile: z.string().nullable(), password: z.string().nullable(), note: z.string() })),
      services: z.array(z.object({ name: z.string(), at: z.string() })),
    }),
  }),
  'GET /v1/test_sms': call({
    access: 'public',
    source: 'added',
    summary: '开发环境最近发出的短信（生产环境没有这个接口）',
    input: z.object({}),
    data: z.array(z.object({ mobile: z.string(), code: z.string(), scene: CodeScene, sentAt: UnixSeconds })),
  }),
})
