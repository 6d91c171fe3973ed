import { isPublicRoute } from '@dxx/contract/rules/route-guard'
import { expect, test } from 'vitest'
import spec from '../../../contract/spec/routes.json'
import { isBookPath, routeOf, routes } from './routes'

test('the route table contains every route of the specification once', () => {
  const paths = routes.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(expect.arrayContaining(spec.map(({ path }) => path)))
  expect(spec).toHaveLength(66)
})

test.each(spec)('$path has the values of tab and public that are specified', ({ path, tab, public: open }) => {
  expect(routeOf(path)?.tab ?? false).toBe(tab)
  expect(isPublicRoute(path)).toBe(open)
})

test.each([
  ['pages/setting/edit-phone', '更换手机号'],
  ['pages/setting/edit-password', '修改密码'],
  ['pages/setting/forget-password', '找回密码'],
])('%s has the title %s', (path, title) => expect(routeOf(path)?.title).toBe(title))

test('isBookPath is true for the 12 pages of e-books and textbooks, and false for the code editor', () => {
  const books = routes.map(({ path }) => path).filter(isBookPath)
  expect(books).toHaveLength(12)
  expect(books.every((path) => /^pages\/(books|digital-textbooks|index)\/(?!runcode)/.test(path))).toBe(true)
  expect(isBookPath('pages/digital-textbooks/runcode')).toBe(false)
})

test('three pages disable swiping back, and the bars are as specified', () => {
  expect(routes.filter(({ swipeBack }) => swipeBack === false).map(({ path }) => path)).toEqual([
    'pages/exam/answer',
    'pages/login/bind-mobile',
    'pages/app-update/index',
  ])
  expect(routeOf('pages/app-update/index')?.nav).toBe('custom')
  expect(routeOf('pages/webview/index')?.nav).toBe('bar')
  expect(routeOf('pages/filePreview/index')?.nav).toBe('bar')
})
