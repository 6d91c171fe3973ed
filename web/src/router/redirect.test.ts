import { expect, test } from 'vitest'
import { formatPageUrl, pageUrl, parsePageUrl } from './page-url'
import { loginPageTarget, safeRedirect } from './redirect'

test.each([
  ['', 'pages/index/index', ''],
  ['#', 'pages/index/index', ''],
  ['#/', 'pages/index/index', ''],
  ['#/?a=1', 'pages/index/index', 'a=1'],
  ['#/pages/my/auth?from=auth', 'pages/my/auth', 'from=auth'],
  ['pages/my/auth', 'pages/my/auth', ''],
  ['/pages/search/index?q=数据 结构&q=a+b', 'pages/search/index', 'q=%E6%95%B0%E6%8D%AE+%E7%BB%93%E6%9E%84&q=a+b'],
])('parsePageUrl returns for %j the path %j and the query %j', (url, path, search) => {
  expect(parsePageUrl(url)).toEqual({ path, search })
  expect(parsePageUrl(formatPageUrl({ path, search }))).toEqual({ path, search })
})

test('pageUrl encodes values and omits undefined ones', () => {
  expect(pageUrl('pages/search/index', { q: 'a&b=c#d', page: 2, none: undefined })).toBe(
    '/pages/search/index?q=a%26b%3Dc%23d&page=2',
  )
})

test('loginPageTarget contains the page to return to, encoded once', () => {
  const { path, search } = loginPageTarget(parsePageUrl('/pages/order/details?no=A%261&x=中'))
  expect(path).toBe('pages/login/index')
  expect(search).toBe(`redirect=${encodeURIComponent('/pages/order/details?no=A%261&x=%E4%B8%AD')}`)
  expect(safeRedirect(new URLSearchParams(search).get('redirect'))).toEqual(
    parsePageUrl('/pages/order/details?no=A%261&x=中'),
  )
})

test.each([
  '/pages/course/details?id=1',
  'pages/course/details?id=1',
  '/pages/study/index',
  '/pages/search/index?q=//evil.example',
  '/choose-location',
  '/pages/login/scan?id=7',
])('a redirect to %s is allowed', (redirect) => expect(safeRedirect(redirect)).toEqual(parsePageUrl(redirect)))

test.each([
  null,
  undefined,
  '',
  '//evil.example',
  '///evil.example',
  '//pages/my/index',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/pages/my/index',
  'https:pages/my/index',
  'javascript:alert(1)',
  'javascript:alert(1)//pages/my/index',
  'data:text/html,x',
  '#/pages/my/index',
  '/#/pages/my/index',
  '%2Fpages%2Fmy%2Findex',
  '%252Fpages%252Fmy%252Findex',
  '/pages%2Fmy%2Findex',
  '/pages/my/index#x',
  '/pages/my/index/',
  '/pages/my/../my/index',
  ' /pages/my/index',
  '/pages/my/index\n',
  '/pages/nowhere',
  '/__proto__',
  '/constructor',
  '/pages/login/index',
  '/pages/login/index?redirect=%2Fpages%2Fmy%2Findex',
  '/pages/login/bind-mobile',
])('a redirect to %j is rejected', (redirect) => expect(safeRedirect(redirect)).toBeNull())
