import type { LoggedIn } from '@dxx/contract/calls/accounts'
import { ResponseCode } from '@dxx/contract/envelope'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { endSession } from '../../api/error-effects'
import { storeLogin } from '../../api/session'
import { reLaunch } from '../../router/navigation'
import { pageUrl, parsePageUrl } from '../../router/page-url'
import { routeOf } from '../../router/routes'
import { toast } from '../../state/flash'
import { getToken } from '../../state/token'

/**
 * Logs in by the token that a learning platform's launch has put into the fragment of the URL, and replaces the
 * fragment by the page to open. A reload then keeps the page; without storage in a frame it asks for a new launch.
 */
export async function openLtiLaunch(): Promise<void> {
  const [, token] = /^#launch=([\w-]{20,100})$/.exec(location.hash) ?? []
  if (!token) return
  // Removed before the call, so that the used token does not stay in the history.
  showPage(pageUrl('pages/index/index'))
  try {
    const { page, ...login } = await callApi('POST /v1/lti_session', { token })
    startSessionOf(login)
    showPage(page)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === ResponseCode.conflict) askForAccount(error)
    else toast(error.msg)
  }
}

/**
 * Handles a student number that another account has: its owner logs in there and the platform's account is bound to it,
 * or the user continues with a new account. Runs before the page is rendered, so it must not wait for the decision.
 */
function askForAccount({ msg, data }: ApiError): void {
  const [proof, page] = [String(data.proof ?? ''), String(data.page ?? '')]
  showPage(pageUrl('pages/login/index', { redirect: page }))
  void import('./claimed-number').then(({ settleClaim }) =>
    settleClaim({ msg, proof }, () => void goAlone(proof, page)),
  )
}

async function goAlone(proof: string, page: string): Promise<void> {
  try {
    startSessionOf(await callApi('POST /v1/campus_login', { proof, separate: true }))
    reLaunch(`/${page}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    toast(error.msg)
  }
}

function startSessionOf(login: LoggedIn): void {
  // Ends the session of another user of this browser, whose data must not mix with those of the launched user.
  if (getToken()) endSession()
  storeLogin(login)
}

function showPage(page: string): void {
  const wanted = parsePageUrl(page)
  const hash = routeOf(wanted.path) ? `#/${page.replace(/^\/+/, '')}` : '#/'
  history.replaceState(null, '', location.pathname + hash)
}
