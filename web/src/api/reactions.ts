import { Code } from '@dxx/contract/envelope'
import { texts } from '@dxx/contract/rules/constants'
import { inWechat } from '../platform/wechat'
import { showModal, useStore } from '../state/store'
import { clearToken, getToken } from '../state/token'
import type { ApiError } from './error'
import { currentUrl, navigation } from './navigation'

/** What is noted when a request leaves, to judge its answer by. */
export interface Sent {
  token: string | null
  farewells: number
}

/** Pages that WeChat's browser opens anew on code 3, since a reload logs in again by itself there. */
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
const reloadPause = 60_000

/** How often the user has been sent away to log in. */
let farewells = 0

export function noteSent(): Sent {
  return { token: getToken(), farewells }
}

/** What a refusal does besides being thrown. */
export function reactTo(error: ApiError, sent: Sent): void {
  if (error.code === Code.login) loginRequired(sent)
  else if (error.code === Code.mobile) promptMobile()
  else if (error.code === Code.student) promptStudent()
}

/** Ends the login on this device: user info, token, and through the token's change the cached answers. Drafts stay. */
export function endSession(): void {
  useStore.setState({ userinfo: null, showBindMobile: false })
  clearToken()
}

/** Remembers the page and asks for a mobile number. */
export function promptMobile(): void {
  useStore.setState({ path: currentUrl(), showBindMobile: true })
}

function loginRequired(sent: Sent): void {
  // Somebody has logged in since the request left, or its siblings have already led to the login page.
  if (sent.token !== getToken() || sent.farewells !== farewells) return
  farewells++
  endSession()
  const here = currentUrl()
  // Already there, with a page to come back to that must not be lost.
  if (here.startsWith('/pages/login/')) return
  const reloads = inWechat() && reloadedInWechat.some((page) => location.href.includes(page))
  if (reloads && mayReload()) navigation().reload()
  else navigation().toLogin(here)
}

/** At most once a minute: a login that fails again and again must not reload for ever. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadKey))
    if (Math.abs(Date.now() - last) < reloadPause) return false
    sessionStorage.setItem(reloadKey, String(Date.now()))
    return true
  } catch {
    return false
  }
}

async function promptStudent(): Promise<void> {
  const answer = await showModal({ content: texts.examGate, confirmText: texts.studentAuth })
  if (answer === 'confirm') navigation().navigateTo('/pages/my/auth?from=auth')
}
