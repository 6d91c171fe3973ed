import type { WechatApp } from '@dxx/contract/calls/wechat'
import type { WechatPerson } from '../../adapters/wechat/wechat'
import type { Ctx } from '../../context'
import type { Db } from '../../db/connection'
import { lockName } from '../../db/lock'
import { fail } from '../../http/errors'

/** Held while deciding whose a WeChat account is, so that two first logins make one account. */
export function lockPerson(tx: Db, { appId, openid, unionid }: WechatPerson): Promise<void> {
  return lockName(tx, `wechat ${unionid ?? `${appId} ${openid}`}`)
}

/** Whose account it is: by the openid in this app, else by the unionid that our apps share. */
export async function ownerOf(db: Db, { appId, openid, unionid }: WechatPerson): Promise<number | null> {
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

/** Remembers the openid for this account. What was known without unionid learns it. */
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

/** Refuses unless the code comes from the WeChat account that this account is bound to. */
export async function mustBeOwnWechat(ctx: Ctx<'user' | 'mobile'>, app: WechatApp, code: string): Promise<void> {
  const person = await ctx.wechat.person(app, code)
  if ((await ownerOf(ctx.db, person)) !== ctx.user.id) fail('wechat-mismatch')
}
