import { revokeAllSessions, revokeSessions } from '../modules/accounts/queries'
import type { OpsCommands } from './command'
import { userOf, userTarget } from './user'

export const accounts: OpsCommands = {
  logout: {
    usage: 'accounts logout <手机号|编号|all>  让一位用户（或所有人）在所有设备上退出登录',
    async run(ctx, [who]) {
      const { audited, clock, print } = ctx
      if (who === 'all') {
        const ended = await audited(
          (tx) => revokeAllSessions(tx, clock.now()),
          (ended) => ({ target: { kind: 'session', id: 'all', name: '所有人' }, after: { ended } }),
        )
        return print(`已让 ${ended} 处登录失效。`)
      }
      const user = await userOf(ctx, who)
      await audited(
        (tx) => revokeSessions(tx, user.id, null, clock.now()),
        () => ({ target: userTarget(user) }),
      )
      print(`${user.nickname} 已在所有设备上退出登录。`)
    },
  },
}
