import type { accounts, CodeScene } from '@dxx/contract/calls/accounts'
import { timing } from '@dxx/contract/rules/constants'
import type { Ctx, Handlers } from '../../context'
import { people, samplePassword } from '../../db/seed/people'
import { inTransaction } from '../../db/transaction'
import { fail } from '../../http/errors'
import { countAgainst, forgive, type Limit } from '../../http/limits'
import { revokeSession } from '../../http/session'
import { turns } from '../../turns'
import { cancelHandlers } from './cancel'
import { matchCode, sendCode, useCode } from './codes'
import { deviceHandlers } from './devices'
import { exportHandlers } from './export'
import { mobileHandlers } from './mobile'
import { passwordMatches } from './passwords'
import { profileHandlers } from './profile'
import { qrHandlers } from './qr'
import { userByMobile, userInfo } from './queries'
import { signIn, signInByMobile } from './sign-in'
import { issueTicket } from './tickets'

/** Tries are counted per number and per address; an address may be a whole campus. */
const loginTries = {
  mobile: { name: 'login_password mobile', max: 10, windowSeconds: 15 * 60 },
  address: { name: 'login_password address', max: 600, windowSeconds: 15 * 60 },
}
const codeTries: Limit = { name: 'code address', max: 600, windowSeconds: 15 * 60 }
const sends: Limit[] = [
  { name: 'send_code address hour', max: 500, windowSeconds: 3600 },
  { name: 'send_code address day', max: 2000, windowSeconds: 86_400 },
]
/** What a single account may have sent to numbers that are not its own. */
const sendsPerUser: Limit = { name: 'send_code user', max: 20, windowSeconds: 86_400 }

/** A storm of logins waits here: it must not take the database's connections from everybody who reads. */
const loginTurns = turns({ running: 3, waiting: 200 })

/** Scenes about the account that is logged in. */
const ownScenes: readonly CodeScene[] = ['bind', 'change', 'cancel']

/** The number a code is for. Cancelling asks the number of the account itself, whatever was sent along. */
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

  'POST /v1/send_code': async (ctx, { mobile: given, scene }) => {
    const { db, clock, ip, user } = ctx
    const mobile = numberFor(ctx, scene, given)
    const now = clock.now()
    for (const limit of sends) await countAgainst(db, limit, ip, now)
    if (user && user.mobile !== mobile) await countAgainst(db, sendsPerUser, String(user.id), now)
    const pretend = scene === 'find' && (await userByMobile(db, mobile)) === undefined
    await sendCode(ctx, { mobile, scene, pretend })
    return { wait: timing.codeCountdownSeconds }
  },

  'POST /v1/check_code': async (ctx, { mobile: given, code, scene }) => {
    const { db, clock, ip, user } = ctx
    const mobile = numberFor(ctx, scene, given)
    const now = clock.now()
    await countAgainst(db, codeTries, ip, now)
    const codeId = await matchCode(ctx, { mobile, scene, code })
    return inTransaction(db, async (tx) => {
      await useCode(tx, codeId, now)
      const userId = scene === 'find' ? null : user!.id
      return { ticket: await issueTicket(tx, { purpose: scene, userId, proof: { mobile } }, now) }
    })
  },

  'POST /v1/login_code': async (ctx, { mobile, code }) => {
    const { db, clock, ip } = ctx
    const now = clock.now()
    await countAgainst(db, codeTries, ip, now)
    const codeId = await matchCode(ctx, { mobile, scene: 'login', code })
    return inTransaction(db, async (tx) => {
      await useCode(tx, codeId, now)
      return signInByMobile(tx, ctx, mobile)
    })
  },

  'POST /v1/login_password': (ctx, { mobile, password }) =>
    loginTurns(async () => {
      const { db, clock, ip } = ctx
      const now = clock.now()
      await countAgainst(db, loginTries.address, ip, now)
      await countAgainst(db, loginTries.mobile, mobile, now)
      const found = await userByMobile(db, mobile)
      if (!(await passwordMatches(found?.password_hash, password)) || !found) fail('login-failed')
      // Only guesses count: who knows the password may come and go.
      await forgive(db, loginTries.mobile, mobile, now)
      return (await inTransaction(db, (tx) => signIn(tx, ctx, found.id))) ?? fail('login-failed')
    }),

  'POST /v1/login_out': async ({ db, clock, sessionId }) => {
    if (sessionId !== null) await revokeSession(db, sessionId, clock.now())
    return {}
  },

  'GET /v1/get_user_info': ({ db, user }) => userInfo(db, user.id),

  'GET /v1/test_desk': async ({ config }) => {
    if (config.env === 'production') fail('no-such-call')
    const { sms, wechat, payment, storage } = config
    return {
      logins: config.sampleData
        ? people.map(({ mobile, note }) => ({ mobile, password: mobile && samplePassword, note }))
        : [],
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
