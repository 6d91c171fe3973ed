import * as z from 'zod'
import { call, calls } from '../call'
import { Done, Mobile, UnixSeconds } from '../shapes'
import { LoggedIn, UserInfo } from './accounts'

/** `mp`: inside WeChat, through the official account. `web`: WeChat's QR page in a desktop browser. */
export const WechatApp = z.enum(['mp', 'web'])
export type WechatApp = z.infer<typeof WechatApp>

const WechatCode = z.string().min(1, { error: '缺少微信授权，请重试' }).max(200)
const app = WechatApp.default('mp')
const codeErrors = ['wechat-off', 'wechat-failed', 'wechat-expired', 'wechat-snapshot'] as const

export const wechat = calls({
  'GET /v130/wechat_authorize': call({
    access: 'public',
    source: 'added',
    summary: '微信授权页地址；state 由页面生成、只用一次、回来时自己核对',
    input: z.object({
      app,
      /** A URL of this site; its fragment is dropped. */
      redirect: z.string().max(1000),
      state: z.string().regex(/^[a-zA-Z0-9]{16,128}$/, { error: '这次微信授权不完整，请重新授权' }),
      /** Without a consent page (snsapi_base): inside WeChat, for users who have logged in before. */
      silent: z.boolean().default(false),
    }),
    data: z.object({ url: z.string() }),
    errors: ['wechat-off', 'redirect-refused'],
  }),
  'POST /v130/wechat_login': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '微信登录，首次登录即注册（手机号为空，可稍后绑定）；silent 只登录已有的账号',
    input: z.object({ code: WechatCode, app, silent: z.boolean().default(false) }),
    data: LoggedIn,
    errors: [...codeErrors, 'wechat-unknown'],
  }),
  'POST /v130/wechat_bind_mobile': call({
    access: 'user',
    source: 'inferred',
    writes: 'natural',
    summary: '微信登录后绑定手机号；号码属于另一个账号时回 4，带 merge 再提交则并入并以那个账号登录',
    input: z.object({
      mobile: Mobile,
      code: z.string().regex(/^\d{4}$/, { error: '请输入 4 位数字验证码' }),
      merge: z.boolean().default(false),
    }),
    data: LoggedIn,
    errors: ['code-wrong', 'code-again', 'sms-failed', 'mobile-bound', 'mobile-taken'],
  }),
  'POST /v130/bind_wechat': call({
    access: 'user',
    source: 'spec',
    writes: 'natural',
    summary: '绑定微信；微信属于另一个账号时回 4（data.nickname、data.canMerge、data.mergeTicket）',
    input: z
      .object({ wechat_code: WechatCode.optional(), app, mergeTicket: z.string().min(1).max(100).optional() })
      .refine(({ wechat_code, mergeTicket }) => (wechat_code === undefined) !== (mergeTicket === undefined), {
        error: '缺少微信授权，请重试',
      }),
    /** User info of the account that the token belongs to now; after a merge this may be the other account. */
    data: UserInfo,
    errors: [...codeErrors, 'wechat-taken', 'wechat-bound', 'ticket-invalid'],
  }),
  'POST /v130/unbind_wechat': call({
    access: 'mobile',
    source: 'inferred',
    writes: 'natural',
    summary: '解绑微信；在微信里带上 wechat_code，须是绑定的那个微信',
    input: z.object({ wechat_code: WechatCode.optional(), app }),
    data: Done,
    errors: [...codeErrors, 'wechat-mismatch'],
  }),
  'POST /v130/jssdk_signature': call({
    access: 'public',
    source: 'spec',
    writes: 'natural',
    summary: '微信 JS-SDK 签名',
    input: z.object({ web_url: z.string().min(1).max(2000) }),
    data: z.object({ appId: z.string(), timestamp: UnixSeconds, nonceStr: z.string(), signature: z.string() }),
    errors: ['wechat-off', 'wechat-failed', 'redirect-refused'],
  }),
})
