import { beforeEach, expect, test } from 'vitest'
import { takeOauthCallback } from './oauth-callback'
import { expectReturn, hasStrayCode, takeRefusal, takeWechatCode } from './wechat-oauth'

/** Simulates WeChat's return with a code and a state. */
const comeBack = (code: string, state: string) =>
  takeOauthCallback(new URL(`/?code=${code}&state=${state}`, 'https://learn.example') as unknown as Location)

beforeEach(() => sessionStorage.clear())

test('WeChat returns to the page that the user left, and takeWechatCode returns the code once', () => {
  const state = expectReturn('login', '/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth')
  expect(state).toMatch(/^[0-9a-f]{32}$/)
  expect(comeBack('c1', state)).toBe('https://learn.example/#/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth')
  expect(takeWechatCode('login')).toBe('c1')
  expect(takeWechatCode('login')).toBeNull()
})

test('a code requested for one purpose is not returned for another', () => {
  comeBack('c1', expectReturn('bind', '/pages/setting/index?bindWechat=1'))
  expect(takeWechatCode('login')).toBeNull()
  expect(takeWechatCode('bind')).toBe('c1')
})

test('takeWechatCode discards a code whose state differs or that was not requested', () => {
  expectReturn('login', '/pages/login/index')
  comeBack('c1', 'f'.repeat(32))
  expect(takeWechatCode('login')).toBeNull()
  comeBack('c2', 'f'.repeat(32))
  expect(takeWechatCode('login')).toBeNull()
  expect(sessionStorage.getItem('dxx-wechat-code')).toBeNull()
})

test('hasStrayCode is true only for a code that was not requested', () => {
  expect(hasStrayCode('bind')).toBe(false)
  comeBack('c1', 'f'.repeat(32))
  expect(hasStrayCode('bind')).toBe(true)
  takeWechatCode('bind')
  expect(hasStrayCode('bind')).toBe(false)
  comeBack('c2', expectReturn('bind', '/pages/setting/index?bindWechat=1'))
  expect(hasStrayCode('bind')).toBe(false)
  // A code requested for another purpose is not stray.
  expect(hasStrayCode('unbind')).toBe(false)
})

test('a state is accepted once: a second code with it is rejected', () => {
  const state = expectReturn('login', '/pages/login/index')
  comeBack('c1', state)
  takeWechatCode('login')
  comeBack('c2', state)
  expect(takeWechatCode('login')).toBeNull()
})

test('expectReturn creates a new state for every redirect', () => {
  expect(expectReturn('login', '/')).not.toBe(expectReturn('login', '/'))
})

test('takeRefusal is true once for a return without a code, and only for the purpose and state that were sent', () => {
  const refuse = (state: string) =>
    takeOauthCallback(new URL(`/?error=access_denied&state=${state}`, 'https://learn.example') as unknown as Location)
  expect(takeRefusal('campus')).toBe(false)
  refuse(expectReturn('campus', '/pages/login/index'))
  expect(takeRefusal('campus-bind')).toBe(false)
  expect(takeRefusal('campus')).toBe(true)
  expect(takeRefusal('campus')).toBe(false)
  expectReturn('campus', '/pages/login/index')
  refuse('f'.repeat(32))
  expect(takeRefusal('campus')).toBe(false)
  // A code is no refusal.
  comeBack('c1', expectReturn('campus', '/pages/login/index'))
  expect(takeRefusal('campus')).toBe(false)
})
