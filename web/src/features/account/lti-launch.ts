import { ResponseCode } from '@dxx/contract/envelope'
import { callApi } from '../../api/client'
import { ApiError } from '../../api/error'
import { endSession } from '../../api/error-effects'
import { storeLogin } from '../../api/session'
import { pageUrl, parsePageUrl } from '../../router/place'
import { routeOf } from '../../router/routes'
import { getToken } from '../../state/token'
import { keepCampusProof } from './campus-return'

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
    // Another user of this browser must not mix with the one of the launch.
    if (getToken()) endSession()
    storeLogin(login)
    showPage(page)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === ResponseCode.conflict) askForAccount(error)
    else void import('../../state/flash').then(({ toast }) => toast(error.msg))
  }
}

/** Another account has this student number: its owner logs in there, and the platform's account is bound to it. */
function askForAccount({ msg, data }: ApiError): void {
  keepCampusProof(String(data.proof ?? ''))
  showPage(pageUrl('pages/login/index', { redirect: String(data.page ?? '') }))
  void import('../../state/store').then(({ showModal }) =>
    showModal({ content: `${msg}。请登录那个账号，以后从学习平台打开就会直接进入它。`, showCancel: false }),
  )
}

function showPage(page: string): void {
  const wanted = parsePageUrl(page)
  const hash = routeOf(wanted.path) ? `#/${page.replace(/^\/+/, '')}` : '#/'
  history.replaceState(null, '', location.pathname + hash)
}
