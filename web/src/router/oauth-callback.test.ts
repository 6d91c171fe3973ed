import { beforeEach, expect, test } from 'vitest'
import { takeOauthCallback } from './oauth-callback'

const at = (url: string) => takeOauthCallback(new URL(url, 'https://learn.example') as unknown as Location)
const storedCode = () => [sessionStorage.getItem('dxx-wechat-code'), sessionStorage.getItem('dxx-wechat-state')]

beforeEach(() => sessionStorage.clear())

test('a visit that is not an OAuth callback returns null and stores nothing', () => {
  expect(at('/#/pages/my/index?code=1')).toBeNull()
  expect(at('/?from=singlemessage#/')).toBeNull()
  expect(at('/?state=x#/')).toBeNull()
  expect(storedCode()).toEqual([null, null])
})

test('stores the code and returns the hash-route URL', () => {
  expect(at('/app/?code=c1&state=s1#/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth')).toBe(
    'https://learn.example/app/#/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth',
  )
  expect(storedCode()).toEqual(['c1', 's1'])
})

test('prefers the stored route over the hash, and uses the stored route once', () => {
  sessionStorage.setItem('dxx-oauth-route', '/pages/setting/index?bindWechat=1')
  expect(at('/?code=c1&state=s1')).toBe('https://learn.example/#/pages/setting/index?bindWechat=1')
  expect(at('/?code=c2&state=s2')).toBe('https://learn.example/#/pages/index/index')
  expect(storedCode()).toEqual(['c2', 's2'])
})

test('a used OAuth code is not stored again when the user goes back to the callback URL', () => {
  at('/?code=c1&state=s1')
  sessionStorage.removeItem('dxx-wechat-code')
  expect(at('/?code=c1&state=s1#/pages/my/index')).toBe('https://learn.example/#/pages/my/index')
  expect(sessionStorage.getItem('dxx-wechat-code')).toBeNull()
})

test('returns to the page that the user left, without a code, if the user refused', () => {
  sessionStorage.setItem('dxx-oauth-route', '/pages/login/index')
  expect(at('/?state=s1')).toBe('https://learn.example/#/pages/login/index')
  expect(storedCode()).toEqual([null, 's1'])
})

test('returns the URL of the home page for an unknown route', () => {
  expect(at('/?code=c1#//evil.example')).toBe('https://learn.example/#/')
  sessionStorage.setItem('dxx-oauth-route', 'https://evil.example')
  expect(at('/?code=c2')).toBe('https://learn.example/#/')
})
