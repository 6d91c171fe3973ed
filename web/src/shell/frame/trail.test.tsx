import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { routeOf, routes } from '../../router/routes'
import { Trail } from './trail'

afterEach(cleanup)

it.each([
  ['pages/order/details', ['我的', '我的订单']],
  ['pages/order/index', ['我的']],
  ['pages/evaluate/index', ['我的', '我的订单']],
  ['pages/setting/devices', ['我的', '设置']],
  ['pages/course/study', ['首页', '课程']],
  ['pages/article/index', ['首页']],
  ['pages/article/index?id=1', ['首页', '文章']],
  ['pages/bank/wrong?print=1', ['题库考试', '错题本']],
])('the breadcrumb of %s is %j', (url, titles) => {
  const [path = '', search = ''] = url.split('?')
  render(<Trail path={path} search={search} />)
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(titles)
})

it('breadcrumbs link to existing pages other than the page itself', () => {
  for (const { path } of routes.filter(({ nav }) => nav === 'bar')) {
    render(<Trail path={path} search="" />)
    for (const link of screen.getAllByRole('link')) {
      const target = link.getAttribute('href')!.slice(2)
      expect(routeOf(target), path).toBeDefined()
      expect(target).not.toBe(path)
    }
    cleanup()
  }
})

it('the breadcrumb has separators between its links only', () => {
  const { container } = render(<Trail path="pages/order/details" search="" />)
  expect(container.querySelectorAll('svg')).toHaveLength(1)
  expect(screen.getAllByRole('listitem').at(-1)!.lastElementChild!.tagName).toBe('A')
})
