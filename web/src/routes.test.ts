import { isPublicRoute } from '@dxx/contract/rules/route-guard'
import { expect, test } from 'vitest'
import spec from '../../contract/spec/routes.json'
import { routeOf, routes } from './routes'

test('the table holds every route of the specification, each once', () => {
  const paths = routes.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths).toEqual(expect.arrayContaining(spec.map(({ path }) => path)))
  expect(spec).toHaveLength(66)
})

test.each(spec)('$path is a tab and public as specified', ({ path, tab, public: open }) => {
  expect(routeOf(path)?.tab ?? false).toBe(tab)
  expect(isPublicRoute(path)).toBe(open)
})

test.each([
  ['pages/setting/edit-phone', '更换手机号'],
  ['pages/setting/edit-password', '修改密码'],
  ['pages/setting/forget-password', '找回密码'],
])('%s is titled %s', (path, title) => expect(routeOf(path)?.title).toBe(title))

test('swipe-back is off and bars are as specified', () => {
  expect(routes.filter(({ swipeBack }) => swipeBack === false).map(({ path }) => path)).toEqual([
    'pages/exam/answer',
    'pages/login/bind-mobile',
    'pages/app-update/index',
  ])
  expect(routeOf('pages/app-update/index')?.nav).toBe('custom')
  expect(routeOf('pages/webview/index')?.nav).toBe('bar')
  expect(routeOf('pages/filePreview/index')?.nav).toBe('bar')
})

test('every page can be loaded and is a component', { timeout: 60_000 }, async () => {
  const loads = new Set(routes.map(({ load }) => load))
  for (const load of loads) expect(await load()).toHaveProperty('default', expect.any(Function))
})
