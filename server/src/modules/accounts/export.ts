import type { accounts } from '@dxx/contract/calls/accounts'
import { appConstants } from '@dxx/contract/rules/constants'
import type { Handlers } from '../../context'
import { countAgainst, type Limit } from '../../http/limits'
import { accountDataHandlers } from '../account-data'
import { userInfo } from './queries'

const exports: Limit = { name: 'export_data', max: 10, windowSeconds: 3600 }

export const exportHandlers: Pick<Handlers<typeof accounts>, 'GET /v1/export_data'> = {
  'GET /v1/export_data': async ({ db, user, clock }) => {
    const now = clock.now()
    await countAgainst(db, exports, String(user.id), now)
    const sections: Record<string, unknown> = {
      账号资料: await userInfo(db, user.id),
      登录设备: await db
        .selectFrom('sessions')
        .select(['device', 'platform', 'ip', 'created_at as createdAt', 'last_seen_at as lastSeenAt'])
        .where('user_id', '=', user.id)
        .orderBy('id')
        .execute(),
      微信: await db
        .selectFrom('wechat_identities')
        .select(['openid', 'unionid', 'nickname', 'created_at as createdAt'])
        .where('user_id', '=', user.id)
        .orderBy('openid')
        .execute(),
    }
    for (const { title, exportData } of accountDataHandlers)
      if (exportData) sections[title] = await exportData(db, user.id)
    return { app: appConstants.name, exportedAt: now, sections }
  },
}
