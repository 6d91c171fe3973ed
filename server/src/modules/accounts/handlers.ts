import type { accounts, UserInfo } from '@dxx/contract/calls/accounts'
import type { Handlers, User } from '../../context'
import { fail } from '../../http/errors'
import { countAgainst } from '../../http/limits'
import { createSession, revokeSession } from '../../http/session'
import { passwordMatches } from './passwords'
import { userByMobile } from './queries'

/** Tries are counted per number and per address; an address may be a whole campus. */
const loginTries = {
  mobile: { name: 'login_password mobile', max: 10, windowSeconds: 15 * 60 },
  address: { name: 'login_password address', max: 600, windowSeconds: 15 * 60 },
}

export const handlers: Handlers<typeof accounts> = {
  'POST /v1/login_password': async ({ db, rootDb, clock, ip, userAgent, platform }, { mobile, password }) => {
    const now = clock.now()
    await countAgainst(rootDb, loginTries.address, ip, now)
    await countAgainst(rootDb, loginTries.mobile, mobile, now)
    const found = await userByMobile(db, mobile)
    if (!(await passwordMatches(found?.password_hash, password)) || !found) fail('login-failed')
    const token = await createSession(db, found.id, { device: userAgent, platform, ip }, now)
    return {
      token,
      userinfo: userInfo({
        ...found,
        hasPassword: true,
        studentStatus: found.student_status,
        createdAt: found.created_at,
      }),
    }
  },

  'POST /v1/login_out': async ({ db, clock, sessionId }) => {
    if (sessionId !== null) await revokeSession(db, sessionId, clock.now())
    return {}
  },

  'GET /v1/get_user_info': async ({ user }) => userInfo(user),
}

function userInfo(user: User): UserInfo {
  return {
    id: user.uid,
    nickname: user.nickname,
    avatar: user.avatar,
    mobile: user.mobile ?? '',
    hasPassword: user.hasPassword,
    studentStatus: user.studentStatus,
    createdAt: user.createdAt,
  }
}
