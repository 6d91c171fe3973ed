import { beforeEach, expect, test } from 'vitest'
import { takeOauthCallback } from './oauth-callback'
import { expectReturn, hasStrayCode, takeWechatCode } from './wechat-oauth'

/** Simulates WeChat's return with a code and a state. */
const comeBack = (code: string, state: string) =>
  takeOauthCallback(new URL(`/?code=${code}&state=${state}`, 'https://learn.example') as unknown as Location)

beforeEach(() => sessionStorage.clear())

test('returns the requested code once, on the page that was left', () => {
  const state = expectReturn('login', '/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth')
  expect(state).toMatch(/^[0-9a-f]{32}$/)
  expect(comeBack('c1', state)).toBe('https://learn.example/#/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth')
  expect(takeWechatCode('login')).toBe('c1')
  expect(takeWechatCode('login')).toBeNull()
})

test('keeps a code for its own purpose', () => {
  comeBack('c1', expectReturn('bind', '/pages/setting/index?bindWechat=1'))
  expect(takeWechatCode('login')).toBeNull()
  expect(takeWechatCode('bind')).toBe('c1')
})

test('discards a code with another state, or one that was not requested', () => {
  expectReturn('login', '/pages/login/index')
  comeBack('c1', 'f'.repeat(32))
  expect(takeWechatCode('login')).toBeNull()
  comeBack('c2', 'f'.repeat(32))
  expect(takeWechatCode('login')).toBeNull()
  expect(sessionStorage.getItem('dxx-wechat-code')).toBeNull()
})

test('distinguishes a stray code from a requested one and from none', () => {
  expect(hasStrayCode('bind')).toBe(false)
  comeBack('c1', 'f'.repeat(32))
  expect(hasStrayCode('bind')).toBe(true)
  takeWechatCode('bind')
  expect(hasStrayCode('bind')).toBe(false)
  comeBack('c2', expectReturn('bind', '/pages/setting/index?bindWechat=1'))
  expect(hasStrayCode('bind')).toBe(false)
  // The code of another purpose is not a stray one.
  expect(hasStrayCode('unbind')).toBe(false)
})

test('the WeChat login accepts a state once', () => {
  const state = expectReturn('login', '/pages/login/index')
  comeBack('c1', state)
  takeWechatCode('login')
  comeBack('c2', state)
  expect(takeWechatCode('login')).toBeNull()
})

test('uses a new state for every redirect', () => {
  expect(expectReturn('login', '/')).not.toBe(expectReturn('login', '/'))
})
