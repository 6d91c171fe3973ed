import { expect, it } from 'vitest'
import { loginReason } from './login-reason'

it.each([
  ['/pages/books/read?id=1', '登录后继续阅读'],
  ['/pages/buy/confirm?id=1', '登录后继续购买'],
  ['/pages/exam/index', '登录后进入考试和测验'],
  ['/pages/my/collect', '登录后继续打开「我的收藏」'],
  ['/pages/my/index', ''],
  ['https://example.com/', ''],
  [undefined, ''],
])('the reason to log in for %j is %j', (redirect, reason) => {
  expect(loginReason(redirect, null)).toBe(reason)
})

it('a wish of the guest is named before the page to return to', () => {
  const wish = { call: 'POST /v1/course_collection', id: 'c', title: '收藏《栈》', page: '', at: 0 } as const
  expect(loginReason('/pages/course/details?id=c', wish)).toBe('登录后收藏《栈》')
})
