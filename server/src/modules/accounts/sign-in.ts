import { randomInt } from 'node:crypto'
import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { withoutStop } from '@dxx/contract/rules/format'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { createSession, type LoginMethod } from '../../http/session'
import { notify } from '../messages/public'
import { rememberDevice } from './known-devices'
import { createUser, lockMobile, lockUsers, userByMobile, userInfo } from './queries'

/** Creates the session of a login, for all login methods. Returns null if the account was closed concurrently. */
export async function signIn(
  tx: Db,
  ctx: Ctx,
  userId: number,
  by: LoginMethod,
  isNew = false,
): Promise<LoggedIn | null> {
  const now = ctx.clock.now()
  const [user] = await lockUsers(tx, [userId])
  if (!user) return null
  if (user.blocked_at !== null)
    fail('account-blocked', { msg: `账号已被停用：${withoutStop(user.block_reason)}。如有疑问请联系客服` })
  const cancelRevoked = user.cancel_at !== null
  if (cancelRevoked) {
    await tx.updateTable('users').set({ cancel_at: null }).where('id', '=', userId).execute()
    const body = '你在冷静期内登录了账号，注销申请已自动撤销，一切照旧。'
    await notify(tx, { userId, kind: 'system', title: '注销申请已撤销', body }, now)
  }
  const { userAgent: device, platform, ip, deviceHash } = ctx
  const token = await createSession(tx, userId, { device, platform, ip, deviceHash, by }, now)
  await rememberDevice(tx, userId, deviceHash, now)
  ctx.log.info({ user: userId, address: ctx.ip, platform: ctx.platform }, 'logged in')
  return { token, userinfo: await userInfo(tx, userId), isNew, cancelRevoked }
}

/** Logs in to the account of a verified number, creating it on first use. */
export async function signInByMobile(tx: Db, ctx: Ctx, mobile: string): Promise<LoggedIn> {
  await lockMobile(tx, mobile)
  const known = await userByMobile(tx, mobile)
  const login = known && (await signIn(tx, ctx, known.id, 'code'))
  if (login) return login
  const id = await createUser(tx, { nickname: newNickname(), mobile }, ctx.clock.now())
  return (await signIn(tx, ctx, id, 'code', true))!
}

/** Returns a nickname without personal data, in particular without digits of the number. */
export const newNickname = () => `同学${String(randomInt(1_000_000)).padStart(6, '0')}`
