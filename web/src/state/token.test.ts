import { appConstants } from '@dxx/contract/rules/constants'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clearToken, getToken, setToken, subscribeToken } from './token'

afterEach(() => {
  vi.restoreAllMocks()
  clearToken()
  localStorage.clear()
})

const otherTab = (token: string | null) => {
  if (token) localStorage.setItem(appConstants.tokenKey, token)
  else localStorage.removeItem(appConstants.tokenKey)
  dispatchEvent(new StorageEvent('storage', { key: appConstants.tokenKey, newValue: token }))
}

describe('token', () => {
  it('the token is stored as a plain string under its key', () => {
    expect(getToken()).toBeNull()
    setToken('abc')
    expect(localStorage.getItem('dxx-app-token')).toBe('abc')
    expect(getToken()).toBe('abc')
    clearToken()
    expect(localStorage.getItem('dxx-app-token')).toBeNull()
  })

  it('listeners are notified once of each change, here and in other tabs', () => {
    const received: (string | null)[] = []
    const stop = subscribeToken(() => received.push(getToken()))
    setToken('a')
    setToken('a')
    otherTab('b')
    otherTab(null)
    localStorage.setItem(appConstants.tokenKey, 'while in the page cache'.replaceAll(' ', '-'))
    dispatchEvent(new Event('pageshow'))
    stop()
    setToken('c')
    expect(received).toEqual(['a', 'b', null, 'while-in-the-page-cache'])
  })

  it('the token stays in memory when storage fails', () => {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(refuse)
    expect(getToken()).toBeNull()
    setToken('abc')
    expect(getToken()).toBe('abc')
    clearToken()
    expect(getToken()).toBeNull()
  })

  it.each(['令牌', 'a b', 'a\nb', ''])('treats %j in storage as no token', (text) => {
    localStorage.setItem(appConstants.tokenKey, text)
    expect(getToken()).toBeNull()
  })
})
