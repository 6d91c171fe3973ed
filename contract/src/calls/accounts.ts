import { z } from 'zod'
import { call, calls } from '../call'
import { Done, Id, Mobile, UnixSeconds } from '../shapes'

export const StudentStatus = z.enum(['none', 'pending', 'passed', 'rejected'])
export type StudentStatus = z.infer<typeof StudentStatus>

export const UserInfo = z.object({
  id: Id,
  nickname: z.string(),
  avatar: z.string().nullable(),
  /** Empty means not bound. */
  mobile: z.string(),
  hasPassword: z.boolean(),
  studentStatus: StudentStatus,
  createdAt: UnixSeconds,
})
export type UserInfo = z.infer<typeof UserInfo>

/** What every way in answers. */
export const LoggedIn = z.object({ token: z.string(), userinfo: UserInfo })

export const accounts = calls({
  'POST /v1/login_password': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '手机号和密码登录',
    input: z.object({ mobile: Mobile, password: z.string().min(1, { error: '请输入密码' }).max(128) }),
    data: LoggedIn,
    errors: ['login-failed'],
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
})
