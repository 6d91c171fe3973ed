/** The envelope's codes. Anything but `ok` is a refusal whose `msg` is shown to the user. */
export const Code = {
  ok: 1,
  business: 0,
  login: 3,
  conflict: 4,
  mobile: 5,
  student: 6,
  purchase: 7,
  signature: 8,
  tooMany: 429,
} as const
export type Code = (typeof Code)[keyof typeof Code]

/**
 * Every refusal has a name, a code and a sentence that says what to do. `data.error` carries the name.
 * Names that any call may answer with come first; the others are listed by the calls that use them.
 */
export const errors = {
  'invalid-input': { code: Code.business, msg: '提交的内容有误，请检查后再试' },
  'not-logged-in': { code: Code.login, msg: '请先登录' },
  'mobile-required': { code: Code.mobile, msg: '请先绑定手机号' },
  'student-required': { code: Code.student, msg: '请先完成学生认证，认证通过的学生才能查看学校发布的考试！' },
  'not-purchased': { code: Code.purchase, msg: '购买后即可学习' },
  'bad-signature': { code: Code.signature, msg: '请求校验失败，请重试' },
  'clock-skew': { code: Code.signature, msg: '设备时间不准，正在为你校正' },
  'too-many': { code: Code.tooMany, msg: '操作太频繁，请稍后再试' },
  'key-reused': { code: Code.business, msg: '这次操作的内容变了，请刷新后重新提交' },
  'key-invalid': { code: Code.business, msg: '请求标识无效，请刷新页面后重试' },
  'server-error': { code: Code.business, msg: '服务器异常，请稍后再试～' },
  overloaded: { code: Code.business, msg: '现在使用的人太多，请稍等几秒再试' },
  'too-large': { code: Code.business, msg: '提交的内容太大，请精简后再试' },
  'no-such-call': { code: Code.business, msg: '接口不存在，请更新到最新版本' },

  'login-failed': { code: Code.business, msg: '手机号或密码不正确，请重新输入' },
  'agreement-not-found': { code: Code.business, msg: '没有找到这份协议，请返回重试' },
  'banner-not-found': { code: Code.business, msg: '活动已结束，去看看别的内容吧' },
  'article-not-found': { code: Code.business, msg: '文章不存在或已下线' },
} as const satisfies Record<string, { code: Code; msg: string }>

export type ErrorName = keyof typeof errors

/** Errors that need not be declared, since the mount itself can answer any call with them. */
export const commonErrors = [
  'invalid-input',
  'not-logged-in',
  'mobile-required',
  'student-required',
  'not-purchased',
  'bad-signature',
  'clock-skew',
  'too-many',
  'key-reused',
  'key-invalid',
  'server-error',
  'overloaded',
  'too-large',
  'no-such-call',
] as const satisfies readonly ErrorName[]

export interface Envelope<T> {
  code: number
  msg: string
  data: T
}
