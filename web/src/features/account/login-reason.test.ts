import { expect, it } from 'vitest'
import { curriculumOfRedirect, loginReason } from './login-reason'

it.each([
  ['/pages/books/read?id=1', '登录后阅读'],
  ['/pages/digital-textbooks/runcode', '登录后运行代码'],
  ['/pages/digital-textbooks/publish?id=1&chapter=2', '登录后参与讨论'],
  ['/pages/buy/confirm?id=1', '登录后继续购买'],
  ['/pages/exam/index', '登录后进入考试和测验'],
  ['/pages/my/collect', '登录后继续打开「我的收藏」'],
  ['/pages/study/index', '登录后查看你的学习进度和书架'],
  ['/pages/my/index', ''],
  ['https://example.com/', ''],
  [undefined, ''],
])('the reason to log in for %j is %j', (redirect, reason) => {
  expect(loginReason(redirect, null)).toBe(reason)
})

it('the action that a guest wanted is named before the page to return to', () => {
  const action = { call: 'POST /v1/course_collection', id: 'c', title: '收藏《栈》', page: '', at: 0 } as const
  expect(loginReason('/pages/course/details?id=c', action)).toBe('登录后收藏《栈》')
})

it('the reason names the book to which the page to return to belongs', () => {
  const redirect = '/pages/digital-textbooks/read?id=b7&chapter=c1'
  expect(curriculumOfRedirect(redirect)).toEqual({ kind: 'textbook', id: 'b7' })
  expect(loginReason(redirect, null, '数据结构与算法')).toBe('登录后阅读《数据结构与算法》')
  expect(curriculumOfRedirect('/pages/digital-textbooks/study?id=b7')).toEqual({ kind: 'textbook', id: 'b7' })
  expect(curriculumOfRedirect('/pages/order/details?id=o1')).toBeNull()
  expect(curriculumOfRedirect('https://example.com/')).toBeNull()
})
