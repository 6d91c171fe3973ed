import type { UserInfo } from '@dxx/contract/calls/accounts'
import { rememberUser, userId } from '../state/owner'
import { useStore } from '../state/store'
import { getToken, setToken, subscribeToken } from '../state/token'
import { callApi } from './client'
import { ApiError } from './error'
import { endSession, promptMobile } from './error-effects'
import { cacheAnswer, cachedAnswer, sweepAnswers } from './query'
import { answerKey, type Data } from './use-call'

/** Stores the session of a login response. */
export function login({ token, userinfo }: Data<'POST /v1/login_password'>): void {
  // The user before the token: listeners of the token's change must find the right user.
  hold(token, userinfo)
  setToken(token)
  void cacheAnswer(userKey(), userinfo)
  void takeGuestDrafts(userinfo.id)
}

/** Ends the session on this device at once; the promise resolves when the server has been notified, or could not be. */
export async function logout(): Promise<void> {
  const told = getToken() ? callApi('POST /v1/login_out', {}) : undefined
  endSession()
  await told?.catch(() => {})
}

let loading: { token: string; user: Promise<UserInfo | null> } | undefined

/** Reloads user info. Without network the last known one is used; null if there is none. */
export function loadUser(): Promise<UserInfo | null> {
  const token = getToken()
  if (!token) return Promise.resolve(null)
  if (loading?.token === token) return loading.user
  const user = fetchUser(token).finally(() => {
    if (loading?.user === user) loading = undefined
  })
  loading = { token, user }
  return user
}

/** Loads user info if there is a token and no user info; called for every opened page. */
export async function ensureUser(): Promise<void> {
  if (getToken() && !useStore.getState().userinfo) await loadUser()
}

/** Whether the action requires a mobile number, which is then requested. */
export function needMobile(): boolean {
  if (useStore.getState().userinfo?.mobile !== '') return false
  promptMobile()
  return true
}

/** Called once by the shell. */
export function startSession(): void {
  subscribeToken(() => {
    // Another tab has logged in or out.
    const { userinfo } = useStore.getState()
    if (userinfo && userinfo.id !== userId()) useStore.setState({ userinfo: null })
    ensureUser()
  })
  addEventListener('online', ensureUser)
  ensureUser()
  // Long after the first paint.
  setTimeout(sweepAnswers, 5000)
}

/** Cached for this session, for a reload without a network. */
const userKey = () => answerKey('GET /v1/get_user_info', {})

function hold(token: string, userinfo: UserInfo): void {
  rememberUser(token, userinfo.id)
  useStore.setState({ userinfo })
}

async function fetchUser(token: string): Promise<UserInfo | null> {
  let user: UserInfo | undefined
  try {
    user = await callApi('GET /v1/get_user_info', {})
  } catch (error) {
    // Effects of refusals were applied by the call.
    if (!(error instanceof ApiError) || error.decided) return null
    user = await cachedAnswer<UserInfo>(userKey())
  }
  // The session may have ended or changed meanwhile.
  if (!user || getToken() !== token) return null
  hold(token, user)
  void takeGuestDrafts(user.id)
  await cacheAnswer(userKey(), user)
  return user
}

/** Moves guest drafts to the user. Its code is not in the first load; a failed import is retried at the next load. */
async function takeGuestDrafts(id: string): Promise<void> {
  try {
    const { moveGuestDrafts } = await import('../state/drafts')
    if (userId() === id) moveGuestDrafts(id)
  } catch {
    // The drafts stay until user info is loaded the next time.
  }
}
