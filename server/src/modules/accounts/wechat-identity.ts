import type { WechatApp } from '@dxx/contract/calls/wechat'
import type { WechatPerson } from '../../adapters/wechat/wechat'
import { fail } from '../../base/refusal'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'

/** Locks a WeChat identity, so that two concurrent first logins create one account. */
export function lockPerson(tx: Db, { appId, openid, unionid }: WechatPerson): Promise<void> {
  return lockName(tx, `wechat ${unionid ?? `${appId} ${openid}`}`)
}

/** Returns the account with the openid in this app, otherwise the one with the unionid, which all our apps share. */
export async function findWechatAccount(db: Db, { appId, openid, unionid }: WechatPerson): Promise<number | null> {
  const row = await db
    .selectFrom('wechat_identities')
    .select('user_id')
    .where((eb) =>
      eb.or([eb.and({ app_id: appId, openid }), ...(unionid === null ? [] : [eb('unionid', '=', unionid)])]),
    )
    .orderBy((eb) => eb.and({ app_id: appId, openid }), 'desc')
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Stores the openid for this account and adds the unionid to rows stored without it. */
export async function addIdentity(tx: Db, userId: number, person: WechatPerson, now: number): Promise<void> {
  const { appId, openid, unionid, nickname } = person
  await tx
    .insertInto('wechat_identities')
    .values({ user_id: userId, app_id: appId, openid, unionid, nickname, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['app_id', 'openid'])
        .doUpdateSet((eb) => ({ unionid: eb.fn.coalesce('excluded.unionid', 'wechat_identities.unionid') })),
    )
    .execute()
}

/** Rejects unless the code comes from the WeChat identity bound to this account. */
export async function mustBeOwnWechat(ctx: Ctx<'user' | 'mobile'>, app: WechatApp, code: string): Promise<void> {
  const person = await ctx.wechat.person(app, code)
  if ((await findWechatAccount(ctx.db, person)) !== ctx.user.id) fail('wechat-mismatch')
}
