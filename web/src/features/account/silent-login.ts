import { callApi } from '../../api/client'
import { silentKey } from '../../api/error-effects'
import { currentUrl } from '../../api/navigation'
import { storeLogin } from '../../api/session'
import { isInWechat } from '../../platform/wechat'
import { readOauthValue, writeOauthValue } from '../../router/oauth-values'
import { expectReturn, returnAddress, takeWechatCode } from '../../router/wechat-oauth'
import { getToken } from '../../state/token'

/** Time-out after which the page starts without the login. */
const patience = 5000

/**
 * Logs in again inside WeChat without interaction, after the session has ended (code 3) and the page was reopened.
 * Resolves with true if the page is being left for WeChat; any failure leaves the user logged out.
 */
export function loginSilently(): Promise<boolean> {
  let late = false
  const given = new Promise<boolean>((resolve) =>
    setTimeout(() => {
      late = true
      resolve(false)
    }, patience),
  )
  return Promise.race([tryLogin(() => late).catch(() => false), given])
}

async function tryLogin(isLate: () => boolean): Promise<boolean> {
  const wanted = readOauthValue(silentKey) === 'wanted'
  writeOauthValue(silentKey, null)
  if (!isInWechat() || getToken()) return false
  const code = takeWechatCode('silent')
  if (code) {
    const answer = await callApi('POST /v130/wechat_login', { code, app: 'mp', silent: true })
    if (!getToken()) storeLogin(answer)
    return false
  }
  if (!wanted) return false
  const state = expectReturn('silent', currentUrl())
  const { url } = await callApi('GET /v130/wechat_authorize', {
    app: 'mp',
    redirect: returnAddress(),
    state,
    silent: true,
  })
  if (isLate()) return false
  writeOauthValue(silentKey, 'asked')
  location.assign(url)
  return true
}
