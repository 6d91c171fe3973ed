import type { Db } from '../db/connection'

/** Identity that the WeChat simulator uses; it belongs to the sample account without a mobile number. */
export const sampleWechat = {
  appId: 'wx-simulator-mp',
  openid: 'o-sample-xiaoman',
  nickname: '微信用户小满',
}

/** Binds the sample account without a mobile number to its WeChat identity. Idempotent. */
export async function seedAccounts(db: Db): Promise<void> {
  await db
    .insertInto('wechat_identities')
    .columns(['user_id', 'app_id', 'openid', 'nickname', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(({ val }) => [
          'id',
          val(sampleWechat.appId).as('app_id'),
          val(sampleWechat.openid).as('openid'),
          val(sampleWechat.nickname).as('nickname'),
          'created_at',
        ])
        .where('nickname', '=', sampleWechat.nickname)
        .where('mobile', 'is', null)
        .where('closed_at', 'is', null)
        .limit(1),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
