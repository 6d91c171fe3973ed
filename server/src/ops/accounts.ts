import { revokeAllSessions, revokeSessions } from '../modules/accounts/queries'
import { userOf } from './user'
import type { Verbs } from './verb'

export const accounts: Verbs = {
  logout: {
    usage: 'accounts logout <手机号|编号|all>  让一位用户（或所有人）在所有设备上退出登录',
    async run(ctx, [who]) {
      const { db, clock, say } = ctx
      if (who === 'all') return say(`已让 ${await revokeAllSessions(db, clock.now())} 处登录失效。`)
      const user = await userOf(ctx, who)
      await revokeSessions(db, user.id, null, clock.now())
      say(`${user.nickname} 已在所有设备上退出登录。`)
    },
  },
}
