import type { accounts, CodeScene } from '@dxx/contract/calls/accounts'
import { timing } from '@dxx/contract/rules/constants'
import { concurrencyLimit } from '../../base/concurrency-limit'
import { passwordMatches } from '../../base/passwords'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import { inTransaction } from '../../db/transaction'
import { revokeSession } from '../../http/session'
import { cancelHandlers } from './cancel'
import { deviceHandlers } from './devices'
import { exportHandlers } from './export'
import { rememberDevice } from './known-devices'
import { mobileHandlers } from './mobile'
import { countPasswordTry } from './password-tries'
import { profileHandlers } from './profile'
import { qrHandlers } from './qr'
import { userByMobile, userInfo } from './queries'
import { signIn, signInByMobile } from './sign-in'
import { sliderHandlers } from './slider'
import { matchCode, sendCode, useCode } from './sms-codes'
import { issueTicket } from './tickets'

/** Queues login bursts so that they do not exhaust the database connections. */
const loginTurns = concurrencyLimit({ running: 3, waiting: 200 })

/** Scenes that require a logged-in account. */
const ownScenes: readonly CodeScene[] = ['bind', 'change', 'cancel']

/** Returns the number a code is sent to. Cancelling always uses the account's own number. */
function numberFor({ user }: Ctx<'public'>, scene: CodeScene, given: string | undefined): string {
  if (ownScenes.includes(scene) && !user) fail('not-logged-in')
  if (given !== undefined && scene !== 'cancel') return given
  if (!user) fail('invalid-input', { msg: '请输入手机号', data: { field: 'mobile' } })
  return user.mobile ?? fail('mobile-required')
}

export const handlers: Handlers<typeof accounts> = {
  ...profileHandlers,
  ...mobileHandlers,
  ...qrHandlers,
  ...deviceHandlers,
  ...cancelHandlers,
  ...exportHandlers,
  ...sliderHandlers,

  'POST /v1/send_code': async (ctx, { mobile: given, scene, slider }) => {
    const mobile = numberFor(ctx, scene, given)
    const pretend = scene === 'find' && (await userByMobile(ctx.db, mobile)) === undefined
    await sendCode(ctx, { mobile, scene, pretend, slider })
    return { wait: timing.codeCountdownSeconds }
  },

  'POST /v1/check_code': async (ctx, { mobile: given, code, scene }) => {
    const { db, clock, user } = ctx
    const mobile = numberFor(ctx, scene, given)
    const codeId = await matchCode(ctx, { mobile, scene, code })
    const now = clock.now()
    return inTransaction(db, async (tx) => {
      await useCode(tx, codeId, now)
      const userId = scene === 'find' ? null : user!.id
      return { ticket: await issueTicket(tx, { purpose: scene, userId, proof: { mobile } }, now) }
    })
  },

  'POST /v1/login_code': async (ctx, { mobile, code }) => {
    const codeId = await matchCode(ctx, { mobile, scene: 'login', code })
    return inTransaction(ctx.db, async (tx) => {
      await useCode(tx, codeId, ctx.clock.now())
      return signInByMobile(tx, ctx, mobile)
    })
  },

  'POST /v1/login_password': (ctx, { mobile, password, slider }) =>
    loginTurns(async () => {
      const { db } = ctx
      const takeBack = await countPasswordTry(ctx, mobile, slider)
      const found = await userByMobile(db, mobile)
      if (!(await passwordMatches(found?.password_hash, password)) || !found) fail('login-failed')
      // Subtracts the try again, because only failed tries count.
      await takeBack()
      return (await inTransaction(db, (tx) => signIn(tx, ctx, found.id, 'password'))) ?? fail('login-failed')
    }),

  'POST /v1/login_out': async ({ db, clock, user, sessionId, deviceHash }) => {
    if (sessionId === null) return {}
    await revokeSession(db, sessionId, clock.now())
    // Sessions that were created before logins recorded the device get it recorded here.
    await rememberDevice(db, user!.id, deviceHash, clock.now())
    return {}
  },

  'GET /v1/get_user_info': ({ db, user }) => userInfo(db, user.id),

  'GET /v1/test_desk': async ({ config, sampleLogins }) => {
    if (config.env === 'production') fail('no-such-call')
    const { sms, wechat, payment, storage } = config
    return {
      logins: [...sampleLogins],
      services: [
        { name: '短信', at: sms.kind === 'console' ? '开发台' : sms.endpoint },
        { name: '微信', at: wechat.mp.appId || wechat.web.appId ? wechat.apiUrl : '' },
        { name: '微信支付', at: payment.wechat?.url ?? '' },
        { name: '支付宝', at: payment.alipay?.endpoint ?? '' },
        { name: '测试收银台', at: payment.cashier ? '已开启' : '' },
        { name: '对象存储', at: storage.kind === 's3' ? storage.endpoint : '本地文件夹' },
        { name: '运行代码', at: config.runners.join('、') },
      ],
    }
  },

  'GET /v1/test_sms': async ({ config, sms }) => {
    if (config.env === 'production') fail('no-such-call')
    return sms.sent?.() ?? []
  },
}
