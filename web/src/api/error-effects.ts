import { ResponseCode } from '@dxx/contract/envelope'
import { texts } from '@dxx/contract/rules/constants'
import { isInWechat } from '../platform/wechat'
import { notify } from '../state/flash'
import { showModal, useStore } from '../state/store'
import { clearToken, getToken } from '../state/token'
import type { ApiError } from './error'
import { currentUrl, navigation } from './navigation'

/** State when a request was sent; a refusal has no effect if the state has changed since. */
export interface Sent {
  token: string | null
  farewells: number
}

/** Pages that are reloaded on code 3 inside WeChat, because a reload logs in silently there. */
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

/** Number of times that the login page was opened after an ended session. */
let farewells = 0

export function noteSent(): Sent {
  return { token: getToken(), farewells }
}

/** Applies the effects of a refusal besides the thrown error: opens the login page or a prompt. */
export function applyErrorEffects(error: ApiError, sent: Sent): void {
  if (error.code === ResponseCode.login) loginRequired(sent)
  else if (error.code === ResponseCode.mobile) promptMobile()
  else if (error.code === ResponseCode.student) promptStudent()
}

/** Removes user info and token of this device; the token's change also drops the cached responses. Drafts stay. */
export function endSession(): void {
  useStore.setState({ userinfo: null, showBindMobile: false })
  clearToken()
}

/** Asks for a mobile number; the current page is stored to return to it. */
export function promptMobile(): void {
  useStore.setState({ path: currentUrl(), showBindMobile: true })
}

function loginRequired(sent: Sent): void {
  // Ignored if the user has logged in since the request was sent, or if a parallel call has opened the login page.
  if (sent.token !== getToken() || sent.farewells !== farewells) return
  farewells++
  if (sent.token) notify('登录已失效，可能在别处退出或改了密码，请重新登录')
  endSession()
  const here = currentUrl()
  // The login page is already open, and its page to return to must not be lost.
  if (here.startsWith('/pages/login/')) return
  const reloads = isInWechat() && reloadedInWechat.some((page) => location.href.includes(page))
  if (reloads && mayReload()) navigation().reload()
  else navigation().toLogin(here)
}

/** Allows one reload per minute, to prevent a reload loop when the silent login keeps failing. */
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
