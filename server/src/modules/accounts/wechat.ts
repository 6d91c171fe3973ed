import type { wechat } from '@dxx/contract/calls/wechat'
import type { WechatPerson } from '../../adapters/wechat/wechat'
import { fail } from '../../base/refusal'
import type { Ctx, Handlers } from '../../context'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { Limit } from '../../http/limits'
import { countClient } from './known-devices'
import { chooseAccountToClose, mergeAccounts } from './merge'
import { bindMobile } from './mobile'
import { createUser, lockUsers, userInfo } from './queries'
import { isNicknameAllowed } from './rules'
import { newNickname, signIn } from './sign-in'
import { parseSiteUrl } from './site-url'
import { issueTicket, takeTicket } from './tickets'
import { addIdentity, findWechatAccount, lockPerson, mustBeOwnWechat } from './wechat-identity'

const loginTries = {
  device: { name: 'wechat_login device', max: 60, windowSeconds: 15 * 60 },
  address: { name: 'wechat_login address', max: 600, windowSeconds: 15 * 60 },
} satisfies Record<string, Limit>

/** `silent`: rejects the login if there is no account, because the user has not consented to a new one. */
async function signInByWechat(tx: Db, ctx: Ctx<'public'>, person: WechatPerson, silent: boolean) {
  const now = ctx.clock.now()
  await lockPerson(tx, person)
  const known = await findWechatAccount(tx, person)
  if (known !== null) {
    await addIdentity(tx, known, person, now)
    const login = await signIn(tx, ctx, known, 'wechat')
    if (login) return login
  }
  if (silent) fail('wechat-unknown')
  const nickname = person.nickname.trim().slice(0, 20)
  const id = await createUser(
    tx,
    { nickname: isNicknameAllowed(nickname) ? nickname : newNickname(), mobile: null },
    now,
  )
  await addIdentity(tx, id, person, now)
  return (await signIn(tx, ctx, id, 'wechat', true))!
}

/**
 * Binds WeChat and returns the id of the remaining account. If another account has this WeChat, merges the two accounts
 * or returns the other as `takenBy`.
 */
async function bind(tx: Db, { user, clock }: Ctx<'user'>, person: WechatPerson, merge: boolean) {
  const now = clock.now()
  await lockPerson(tx, person)
  const owner = await findWechatAccount(tx, person)
  if (owner !== null && owner !== user.id) {
    const pair = { currentId: user.id, otherId: owner }
    const closing = await chooseAccountToClose(tx, pair)
    if (merge && closing !== null) return { userId: await mergeAccounts(tx, pair, closing, now) }
    return { takenBy: owner, canMerge: closing !== null }
  }
  await lockUsers(tx, [user.id])
  if (owner === null && (await isBound(tx, user.id))) fail('wechat-bound')
  await addIdentity(tx, user.id, person, now)
  return { userId: user.id }
}

async function isBound(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('wechat_identities').select('id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

export const handlers: Handlers<typeof wechat> = {
  'GET /v130/wechat_authorize': async ({ wechat, config }, { app, redirect, state, silent }) => ({
    url: wechat.authorizeUrl(app, parseSiteUrl(config, redirect), state, silent),
  }),

  'POST /v130/wechat_login': async (ctx, { app, code, silent }) => {
    await countClient(ctx, loginTries)
    const person = await ctx.wechat.person(app, code)
    return inTransaction(ctx.db, (tx) => signInByWechat(tx, ctx, person, silent))
  },

  'POST /v130/wechat_bind_mobile': async (ctx, input) => {
    const userId = await bindMobile(ctx, input)
    return (await inTransaction(ctx.db, (tx) => signIn(tx, ctx, userId, 'wechat'))) ?? fail('not-logged-in')
  },

  'POST /v130/bind_wechat': async (ctx, { app, wechat_code: code, mergeTicket }) => {
    const { db, user, clock } = ctx
    const now = clock.now()
    const person = code === undefined ? null : await ctx.wechat.person(app, code)
    const result = await inTransaction(db, async (tx) => {
      if (person) return { person, ...(await bind(tx, ctx, person, false)) }
      const shown = { ticket: mergeTicket!, purpose: 'merge-wechat', now } as const
      const { userId, proof } = await takeTicket<WechatPerson>(tx, shown)
      if (userId !== user.id) fail('ticket-invalid')
      return { person: proof, ...(await bind(tx, ctx, proof, true)) }
    })
    if (result.userId !== undefined) return userInfo(db, result.userId)
    const { nickname } = await userInfo(db, result.takenBy)
    const { canMerge } = result
    const ticket = { purpose: 'merge-wechat', userId: user.id, proof: result.person } as const
    return fail('wechat-taken', {
      msg: `这个微信已绑定账号「${nickname}」`,
      data: { nickname, canMerge, ...(canMerge && { mergeTicket: await issueTicket(db, ticket, now) }) },
    })
  },

  'POST /v130/unbind_wechat': async (ctx, { app, wechat_code: code }) => {
    const { db, user } = ctx
    if (code !== undefined) await mustBeOwnWechat(ctx, app, code)
    await db.deleteFrom('wechat_identities').where('user_id', '=', user.id).execute()
    return {}
  },

  'POST /v130/jssdk_signature': ({ wechat, config }, { web_url: url }) => wechat.signature(parseSiteUrl(config, url)),
}
