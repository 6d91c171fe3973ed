import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, expect, test } from 'vitest'
import { startRouter } from '../router/navigation'
import { PageContext } from '../router/page-context'
import { type RoutePath, routeOf } from '../router/routes'
import { pageModules } from '../shell/page-modules'

const stop = startRouter({})
afterAll(stop)
afterEach(cleanup)

// Links from chats and old bookmarks may have lost their query.
test.each([
  ['pages/exam/answer', '全部考试', 'pages/exam/index'],
  ['pages/exam/result', '考试记录', 'pages/exam/record'],
  ['pages/bank/practice', '全部题库', 'pages/bank/index'],
  ['pages/bank/details', '看看别的题库', 'pages/bank/index'],
  ['pages/buy/cashier', '我的订单', 'pages/order/index'],
  ['pages/digital-textbooks/study', '去我的书架', 'pages/study/index'],
  ['pages/digital-textbooks/search', '去我的书架', 'pages/study/index'],
  ['pages/digital-textbooks/publish', '去我的书架', 'pages/study/index'],
  ['pages/digital-textbooks/video', '去我的书架', 'pages/study/index'],
])('%s without its parameters shows a link to continue', { timeout: 60_000 }, async (path, name, to) => {
  const { default: Page } = await pageModules[path as RoutePath]()
  render(
    <PageContext value={{ path, query: {}, key: 'a', active: true }}>
      <Page />
    </PageContext>,
  )
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(`#/${to}`)
  expect(routeOf(to)?.path).toBe(to)
})
