import type { LoggedIn, UserInfo } from '@dxx/contract/calls/accounts'
import { endSession } from '../../api/reactions'
import { afterLogin, redirectTo, reLaunch } from '../../router/navigation'
import { toast } from '../../state/flash'
import { login, logout } from '../../state/session'
import { useStore } from '../../state/store'
import { getToken } from '../../state/token'

/** Takes up a login and goes on to where the user wanted to go. */
export function enter(data: LoggedIn, redirect: string | undefined): void {
  login(data)
  if (data.cancelRevoked) toast('注销申请已撤销，欢迎回来')
  else if (data.isNew) toast('欢迎加入多享学')
  if (data.isNew && data.userinfo.mobile === '') {
    // A new account by WeChat: the number is asked for once here, and later where it is needed.
    useStore.setState({ path: redirect ?? '' })
    redirectTo('/pages/login/bind-mobile')
  } else void afterLogin(redirect)
}

/** Logs out and leads to the login page, to come in as somebody else. */
export function switchAccount(): void {
  void logout()
  reLaunch('/pages/login/index')
}

/** Takes up what a call answered about me. After a merge that may be another account: then nothing of the old one stays. */
export function takeUser(userinfo: UserInfo): void {
  const token = getToken()
  if (useStore.getState().userinfo?.id === userinfo.id || !token) {
    useStore.setState({ userinfo })
    return
  }
  endSession()
  login({ token, userinfo, isNew: false, cancelRevoked: false })
}
