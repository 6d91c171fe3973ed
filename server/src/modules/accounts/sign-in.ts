import { randomInt } from 'node:crypto'
import type { LoggedIn } from '@dxx/contract/calls/accounts'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { createSession } from '../../http/session'
import { notify } from '../messages/public'
import { createUser, lockMobile, lockUsers, userByMobile, userInfo } from './queries'

/** Whoever comes in, by whatever way, comes in here. Null where the account was closed a moment ago. */
export async function signIn(tx: Db, ctx: Ctx, userId: number, isNew = false): Promise<LoggedIn | null> {
  const now = ctx.clock.now()
  const [user] = await lockUsers(tx, [userId])
  if (!user) return null
  const cancelRevoked = user.cancel_at !== null
  if (cancelRevoked) {
    await tx.updateTable('users').set({ cancel_at: null }).where('id', '=', userId).execute()
    const body = '你在冷静期内登录了账号，注销申请已自动撤销，一切照旧。'
    await notify(tx, { userId, kind: 'system', title: '注销申请已撤销', body }, now)
  }
  const device = { device: ctx.userAgent, platform: ctx.platform, ip: ctx.ip }
  const token = await createSession(tx, userId, device, now)
  ctx.log.info({ user: userId, address: ctx.ip, platform: ctx.platform }, 'logged in')
  return { token, userinfo: await userInfo(tx, userId), isNew, cancelRevoked }
}

/** The account of a number whose owner has just proven it, made on first use. */
export async function signInByMobile(tx: Db, ctx: Ctx, mobile: string): Promise<LoggedIn> {
  await lockMobile(tx, mobile)
  const known = await userByMobile(tx, mobile)
  const login = known && (await signIn(tx, ctx, known.id))
  if (login) return login
  const id = await createUser(tx, { nickname: newNickname(), mobile }, ctx.clock.now())
  return (await signIn(tx, ctx, id, true))!
}

/** Says nothing about the person, the number least of all. */
export const newNickname = () => `同学${String(randomInt(1_000_000)).padStart(6, '0')}`
