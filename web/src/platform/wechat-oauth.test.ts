import { beforeEach, expect, test } from 'vitest'
import { takeOauthCallback } from './oauth-callback'
import { expectReturn, takeWechatCode } from './wechat-oauth'

/** WeChat comes back with a code and the state it was given. */
const comeBack = (code: string, state: string) =>
  takeOauthCallback(new URL(`/?code=${code}&state=${state}`, 'https://learn.example') as unknown as Location)

beforeEach(() => sessionStorage.clear())

test('the code that was asked for is given out once, on the page that was left', () => {
  const state = expectReturn('login', '/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth')
  expect(state).toMatch(/^[0-9a-f]{32}$/)
  expect(comeBack('c1', state)).toBe('https://learn.example/#/pages/login/index?redirect=%2Fpages%2Fmy%2Fauth')
  expect(takeWechatCode('login')).toBe('c1')
  expect(takeWechatCode('login')).toBeNull()
})

test('a code waits for its own purpose', () => {
  comeBack('c1', expectReturn('bind', '/pages/setting/index?bindWechat=1'))
  expect(takeWechatCode('login')).toBeNull()
  expect(takeWechatCode('bind')).toBe('c1')
})

test('a code with another state, or one that nobody asked for, is thrown away', () => {
  expectReturn('login', '/pages/login/index')
  comeBack('c1', 'f'.repeat(32))
  expect(takeWechatCode('login')).toBeNull()
  comeBack('c2', 'f'.repeat(32))
  expect(takeWechatCode('login')).toBeNull()
  expect(sessionStorage.getItem('dxx-wechat-code')).toBeNull()
})

test('a state serves one return', () => {
  const state = expectReturn('login', '/pages/login/index')
  comeBack('c1', state)
  takeWechatCode('login')
  comeBack('c2', state)
  expect(takeWechatCode('login')).toBeNull()
})

test('every departure has a state of its own', () => {
  expect(expectReturn('login', '/')).not.toBe(expectReturn('login', '/'))
})
