import type { LoggedIn, UserInfo } from '@dxx/contract/calls/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { currentUserId } from '../state/owner'
import { useStore } from '../state/store'
import { clearToken, getToken, setToken } from '../state/token'
import { connectNavigation } from './navigation'
import { forgetResponses } from './query'
import { ensureUser, loadUser, logout, requireMobile, startSession, storeLogin } from './session'
import { startTestServer, type TestServer } from './test-server'

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

const user = (id: string, mobile = '13800000000') => ({ id, nickname: id, mobile }) as UserInfo
const enter = (token: string, userinfo: UserInfo) => storeLogin({ token, userinfo } as LoggedIn)
const storedUser = () => useStore.getState().userinfo

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  server.answer = ({ headers }) => ({ code: 1, data: user(`user-of-${headers['x-dxx-token']}`) })
})
afterEach(async () => {
  clearToken()
  localStorage.clear()
  forgetResponses(() => true)
  useStore.setState({ userinfo: null, showBindMobile: false, path: '' })
  location.hash = ''
  await server.close()
})

describe('login and logout', () => {
  it('logging in stores token and user', () => {
    enter('t', user('u'))
    expect(getToken()).toBe('t')
    expect(currentUserId()).toBe('u')
    expect(storedUser()).toEqual(user('u'))
  })

  it('after a reload without network, the user of the last login is loaded from the cache', async () => {
    enter('t', user('u'))
    useStore.setState({ userinfo: null })
    server.answer = () => 'drop'
    expect(await loadUser()).toEqual(user('u'))
    expect(storedUser()).toEqual(user('u'))
  })

  it('logging in moves guest drafts to the user', async () => {
    localStorage.setItem('dxx-draft:guest:opinion', JSON.stringify({ at: 1, value: '建议' }))
    enter('t', user('u'))
    await vi.waitFor(() => expect(JSON.parse(localStorage.getItem('dxx-draft:u:opinion')!)?.value).toBe('建议'))
    expect(localStorage.getItem('dxx-draft:guest:opinion')).toBeNull()
  })

  it('logging out ends the session at once, also without network, and sends the call with the old token', async () => {
    enter('t', user('u'))
    server.answer = () => 'drop'
    const loggedOut = logout()
    expect([getToken(), storedUser(), currentUserId()]).toEqual([null, null, null])
    await loggedOut
    expect(server.received[0]).toMatchObject({ path: '/api/v1/login_out', headers: { 'x-dxx-token': 't' } })
  })

  it('logging out keeps drafts', async () => {
    enter('t', user('u'))
    localStorage.setItem('dxx-draft:u:note', '{"at":1,"value":"x"}')
    await logout()
    expect(localStorage.getItem('dxx-draft:u:note')).toBe('{"at":1,"value":"x"}')
  })
})

describe('user info', () => {
  it('user info is loaded once for all callers when there is a token and no user info', async () => {
    await ensureUser()
    expect(server.received).toHaveLength(0)
    setToken('found')
    expect(currentUserId()).toBeNull()
    await Promise.all([ensureUser(), ensureUser(), loadUser()])
    await ensureUser()
    expect(server.received).toHaveLength(1)
    expect(storedUser()?.id).toBe('user-of-found')
    expect(currentUserId()).toBe('user-of-found')
  })

  it('user info is discarded if another user has logged in while it was loaded', async () => {
    setToken('old')
    server.answer = () => {
      enter('new', user('new'))
      return { code: 1, data: user('old') }
    }
    expect(await loadUser()).toBeNull()
    expect(storedUser()?.id).toBe('new')
    expect(currentUserId()).toBe('new')
  })

  it('without network the last known user info is used', async () => {
    setToken('t')
    await loadUser()
    useStore.setState({ userinfo: null })
    server.answer = () => 'drop'
    expect((await loadUser())?.id).toBe('user-of-t')
    expect(storedUser()?.id).toBe('user-of-t')
  })

  it('a login or logout in another tab updates the user info in this tab', async () => {
    startSession()
    enter('a', user('user-of-a'))
    expect(server.received).toHaveLength(0)
    localStorage.setItem('dxx-app-token', 'b')
    dispatchEvent(new StorageEvent('storage', { key: 'dxx-app-token' }))
    expect(storedUser()).toBeNull()
    await vi.waitFor(() => expect(storedUser()?.id).toBe('user-of-b'))
    localStorage.removeItem('dxx-app-token')
    dispatchEvent(new StorageEvent('storage', { key: 'dxx-app-token' }))
    expect(storedUser()).toBeNull()
  })
})

describe('requireMobile', () => {
  it('a user without a mobile number is asked for one, and the page is stored', () => {
    location.hash = '#/pages/course/details?id=1'
    expect(requireMobile()).toBe(false)
    useStore.setState({ userinfo: user('u') })
    expect(requireMobile()).toBe(false)
    expect(useStore.getState().showBindMobile).toBe(false)
    useStore.setState({ userinfo: user('u', '') })
    expect(requireMobile()).toBe(true)
    expect(useStore.getState()).toMatchObject({ showBindMobile: true, path: '/pages/course/details?id=1' })
  })
})
