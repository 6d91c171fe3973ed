import type { UserInfo } from '@dxx/contract/calls/accounts'
import { callApi } from '../api/client'
import { ApiError } from '../api/error'
import { keepAnswer, keptAnswer, sweepAnswers } from '../api/query'
import { endSession, promptMobile } from '../api/reactions'
import { answerKey, type Data } from '../api/use-call'
import { rememberUser, userId } from './owner'
import { useStore } from './store'
import { getToken, setToken, subscribeToken } from './token'

/** Takes up the login that a login call has answered with. */
export function login({ token, userinfo }: Data<'POST /v1/login_password'>): void {
  // The user before the token: whoever hears of the token's change finds the right user in place.
  hold(token, userinfo)
  setToken(token)
  void takeGuestDrafts(userinfo.id)
}

/**
 * Logged out on this device as soon as it returns, whatever the network does; the promise tells when the server has
 * been told, or could not be.
 */
export async function logout(): Promise<void> {
  const told = getToken() ? callApi('POST /v1/login_out', {}) : undefined
  endSession()
  await told?.catch(() => {})
}

let loading: { token: string; user: Promise<UserInfo | null> } | undefined

/** Loads user info anew. Without network the last known one is taken; null when there is none. */
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

/** For every page that is opened: loads user info if there is a token and none is held. */
export async function ensureUser(): Promise<void> {
  if (getToken() && !useStore.getState().userinfo) await loadUser()
}

/** Whether the action at hand must wait for a mobile number, which is then being asked for. */
export function needMobile(): boolean {
  if (useStore.getState().userinfo?.mobile !== '') return false
  promptMobile()
  return true
}

/** Called once by the shell. Nothing waits for it. */
export function startSession(): void {
  subscribeToken(() => {
    // Another tab has logged in or out.
    const { userinfo } = useStore.getState()
    if (userinfo && userinfo.id !== userId()) useStore.setState({ userinfo: null })
    ensureUser()
  })
  addEventListener('online', ensureUser)
  ensureUser()
  // After the first page has asked for what it shows.
  setTimeout(loadSwitches, 1000)
  // Long after the first paint.
  setTimeout(sweepAnswers, 5000)
}

/** What a review may turn off. Until it is known, and where it cannot be, the defaults hold. */
async function loadSwitches(): Promise<void> {
  try {
    const gvss = await callApi('GET /v130/gvss', {})
    useStore.setState({ gvss, showBook: gvss.showBook })
  } catch {
    // The next start asks again.
  }
}

function hold(token: string, userinfo: UserInfo): void {
  rememberUser(token, userinfo.id)
  useStore.setState({ userinfo })
}

async function fetchUser(token: string): Promise<UserInfo | null> {
  const key = answerKey('GET /v1/get_user_info', {})
  let user: UserInfo | undefined
  try {
    user = await callApi('GET /v1/get_user_info', {})
  } catch (error) {
    // Refusals have been reacted to where the call was made.
    if (!(error instanceof ApiError) || error.decided) return null
    user = await keptAnswer<UserInfo>(key)
  }
  // The login may have ended or changed while waiting.
  if (!user || getToken() !== token) return null
  hold(token, user)
  void takeGuestDrafts(user.id)
  await keepAnswer(key, user)
  return user
}

/** What was typed before logging in goes along. Its code is not part of the first load; what it misses the next load does. */
async function takeGuestDrafts(id: string): Promise<void> {
  try {
    const { moveGuestDrafts } = await import('./drafts')
    if (userId() === id) moveGuestDrafts(id)
  } catch {
    // The drafts stay where they are until user info is next loaded.
  }
}
