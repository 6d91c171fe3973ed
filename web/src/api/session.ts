import type { UserInfo } from '@dxx/contract/calls/accounts'
import { currentUserId, rememberUser } from '../state/owner'
import { useStore } from '../state/store'
import { getToken, setToken, subscribeToken } from '../state/token'
import { callApi } from './client'
import { ApiError } from './error'
import { endSession, promptMobile } from './error-effects'
import { cacheAnswer, cachedAnswer, sweepAnswers } from './query'
import { answerKey, type CallData } from './use-call'

/** Stores the session of a login response. */
export function storeLogin({ token, userinfo }: CallData<'POST /v1/login_password'>): void {
  // Stores the user before the token, because listeners of the token's change read the user.
  hold(token, userinfo)
  setToken(token)
  void cacheAnswer(userKey(), userinfo)
  void takeGuestDrafts(userinfo.id)
}

/** Ends the session on this device at once. Resolves when the call to the server has ended, even if it failed. */
export async function logout(): Promise<void> {
  const loggedOut = getToken() ? callApi('POST /v1/login_out', {}) : undefined
  endSession()
  await loggedOut?.catch(() => {})
}

let loading: { token: string; user: Promise<UserInfo | null> } | undefined

/** Reloads user info. Without network uses the last known user info, or null if there is none. */
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

/** Returns true and asks for a mobile number if the user has none. */
export function requireMobile(): boolean {
  if (useStore.getState().userinfo?.mobile !== '') return false
  promptMobile()
  return true
}

/** Loads user info now, on every login or logout and when the network returns. Called once by the shell. */
export function startSession(): void {
  subscribeToken(() => {
    // Drops the user info if another tab has logged in or out.
    const { userinfo } = useStore.getState()
    if (userinfo && userinfo.id !== currentUserId()) useStore.setState({ userinfo: null })
    ensureUser()
  })
  addEventListener('online', ensureUser)
  ensureUser()
  // Delayed, so that the purge does not slow down the first page.
  setTimeout(sweepAnswers, 5000)
}

/** Cache key of the user info, which a reload without network reads. */
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
    // A refusal needs no handling here, because `callApi` has applied its effects.
    if (!(error instanceof ApiError) || error.decided) return null
    user = await cachedAnswer<UserInfo>(userKey())
  }
  // Discards the user info if the session has changed meanwhile.
  if (!user || getToken() !== token) return null
  hold(token, user)
  void takeGuestDrafts(user.id)
  await cacheAnswer(userKey(), user)
  return user
}

/** Moves guest drafts to the user. Imports the code on demand, so that it is not part of the first load. */
async function takeGuestDrafts(id: string): Promise<void> {
  try {
    const { moveGuestDrafts } = await import('../state/drafts')
    if (currentUserId() === id) moveGuestDrafts(id)
  } catch {
    // The import failed: the drafts are moved when user info is loaded the next time.
  }
}
