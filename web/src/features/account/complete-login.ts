import type { LoggedIn, UserInfo } from '@dxx/contract/calls/accounts'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { endSession } from '../../api/error-effects'
import { logout, storeLogin } from '../../api/session'
import { redirectTo, reLaunch } from '../../router/navigation'
import { returnAfterLogin } from '../../router/return-after-login'
import { toast } from '../../state/flash'
import { useStore } from '../../state/store'
import { getToken } from '../../state/token'
import { takeCampusProof } from './campus-return'
import { runDeferredAction } from './run-deferred-action'

/** Stores the session and navigates to the page the user wanted. */
export function completeLogin(data: LoggedIn, redirect: string | undefined): void {
  storeLogin(data)
  void runDeferredAction(redirect)
  void bindKeptCampus()
  if (data.cancelRevoked) toast('注销申请已撤销，欢迎回来')
  else if (data.isNew) toast('欢迎加入多享学')
  if (data.isNew && data.userinfo.mobile === '') {
    // After this login, a new WeChat account is asked for a mobile number once; later only where the number is
    // required.
    useStore.setState({ path: redirect ?? '' })
    redirectTo('/pages/login/bind-mobile')
  } else void returnAfterLogin(redirect)
}

/** Binds the campus account that waits until its owner has logged in to an older account. */
async function bindKeptCampus(): Promise<void> {
  const proof = takeCampusProof()
  if (!proof) return
  try {
    storeReturnedUser(await callApi('POST /v1/campus_bind', { proof }))
    toast('校园账号已绑定')
  } catch (error) {
    toast(error instanceof ApiError ? `校园账号没有绑定：${error.msg}` : '校园账号没有绑定，请在设置里绑定')
  }
}

/** Logs out and opens the login page to use another account. */
export function switchAccount(): void {
  void logout()
  reLaunch('/pages/login/index')
}

/** Stores the returned user. If a merge changed the account, clears all data of the old account. */
export function storeReturnedUser(userinfo: UserInfo): void {
  const token = getToken()
  if (useStore.getState().userinfo?.id === userinfo.id || !token) {
    useStore.setState({ userinfo })
    return
  }
  endSession()
  storeLogin({ token, userinfo, isNew: false, cancelRevoked: false })
}
