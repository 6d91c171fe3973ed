import { Code } from '@dxx/contract/envelope'
import { texts } from '@dxx/contract/rules/constants'
import { inWechat } from '../platform/wechat'
import { showModal, useStore } from '../state/store'
import { clearToken, getToken } from '../state/token'
import type { ApiError } from './error'
import { currentUrl, navigation } from './navigation'

/** State when a request is sent, to evaluate its response. */
export interface Sent {
  token: string | null
  farewells: number
}

/** Pages that WeChat's browser reloads on code 3, since a reload logs in automatically there. */
const reloadedInWechat = [
  'course/details',
  'books/details',
  'resource/index',
  'buy/confirm',
  'exam/index',
  'digital-textbooks/expand',
  'webview/index',
  'filePreview/gallery',
]
const reloadKey = 'dxx-wechat-reload'
/** Flag for a silent login at the next start. */
export const silentKey = 'dxx-silent-login'
const reloadPause = 60_000

/** Number of redirects to the login page. */
let farewells = 0

export function noteSent(): Sent {
  return { token: getToken(), farewells }
}

/** Applies the effects of a refusal, besides being thrown. */
export function applyErrorEffects(error: ApiError, sent: Sent): void {
  if (error.code === Code.login) loginRequired(sent)
  else if (error.code === Code.mobile) promptMobile()
  else if (error.code === Code.student) promptStudent()
}

/** Ends the session on this device: user info, token and, through the token's change, cached responses. Drafts stay. */
export function endSession(): void {
  useStore.setState({ userinfo: null, showBindMobile: false })
  clearToken()
}

/** Stores the page and asks for a mobile number. */
export function promptMobile(): void {
  useStore.setState({ path: currentUrl(), showBindMobile: true })
}

function loginRequired(sent: Sent): void {
  // The user has logged in since the request was sent, or a parallel call has already opened the login page.
  if (sent.token !== getToken() || sent.farewells !== farewells) return
  farewells++
  endSession()
  const here = currentUrl()
  // Already there, with a return page that must not be lost.
  if (here.startsWith('/pages/login/')) return
  const reloads = inWechat() && reloadedInWechat.some((page) => location.href.includes(page))
  if (reloads && mayReload()) navigation().reload()
  else navigation().toLogin(here)
}

/** At most once a minute, to prevent a reload loop when the login keeps failing. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadKey))
    if (Math.abs(Date.now() - last) < reloadPause) return false
    sessionStorage.setItem(reloadKey, String(Date.now()))
    sessionStorage.setItem(silentKey, 'wanted')
    return true
  } catch {
    return false
  }
}

async function promptStudent(): Promise<void> {
  const answer = await showModal({ content: texts.examGate, confirmText: texts.studentAuth })
  if (answer === 'confirm') navigation().navigateTo('/pages/my/auth?from=auth')
}
