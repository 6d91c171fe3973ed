import { app } from '@dxx/contract/rules/constants'
import { expect, test, vi } from 'vitest'
import { clearToken, setToken } from '../state/token'
import {
  afterLogin,
  current,
  go,
  navigateBack,
  navigateTo,
  redirectTo,
  reLaunch,
  switchTab,
  toLogin,
} from './navigation'
import { sharePage } from './share'
import { arrives, index, later, open, shown } from './test-window'
import { getView } from './view'

test('the first page comes from the address, home if there is none', () => {
  open()
  expect(shown()).toBe('/pages/index/index')
  open('#/pages/course/details?id=1')
  expect(shown()).toBe('/pages/course/details?id=1')
  expect(history.state).toMatchObject({ index: 0 })
})

test('a reload finds its place in the history again', () => {
  open('#/pages/help/index', { key: 'k', index: 3 })
  expect(current()).toMatchObject({ key: 'k', at: 3 })
  open('#/pages/help/index', { key: 5, index: -1 })
  expect(current().at).toBe(0)
})

test('there and back, by the browser and by the page', async () => {
  open()
  navigateTo('/pages/course/details?id=1')
  navigateTo('/pages/teacher/index?id=2')
  const teacher = current().key
  history.back()
  await arrives('/pages/course/details?id=1')
  history.forward()
  await arrives('/pages/teacher/index?id=2')
  expect(current().key).toBe(teacher)
  await navigateBack(9)
  await arrives('/pages/index/index')
  expect(index()).toBe(0)
})

test('redirectTo and reLaunch leave no entry behind', async () => {
  open()
  navigateTo('/pages/help/index')
  redirectTo('/pages/help/cs')
  history.back()
  await arrives('/pages/index/index')
  navigateTo('/pages/help/index')
  navigateTo('/pages/help/cs')
  reLaunch('/pages/setting/about')
  expect(shown()).toBe('/pages/setting/about')
  await arrives('/pages/setting/about')
  expect(index()).toBe(0)
})

test('moves made while the history is still being walked arrive in order', async () => {
  open()
  navigateTo('/pages/help/index')
  navigateTo('/pages/help/cs')
  reLaunch('/pages/setting/about')
  navigateTo('/pages/setting/index')
  await arrives('/pages/setting/index')
  await vi.waitFor(() => expect(index()).toBe(1))
  history.back()
  await arrives('/pages/setting/about')
})

test('tab pages: navigateTo and redirectTo refuse them, go takes both, queries are stripped', async () => {
  open()
  expect(navigateTo('/pages/books/index')).toBe(false)
  expect(redirectTo('/pages/books/index')).toBe(false)
  expect(await switchTab('/pages/help/index')).toBe(false)
  expect(await go('/pages/help/index')).toBe(true)
  expect(await go('/pages/books/index?x=1')).toBe(true)
  await arrives('/pages/books/index')
  expect(index()).toBe(0)
  expect(getView().stack.tabs.map(({ path }) => path)).toEqual(['pages/index/index'])
})

test('with no history, back goes home; from home it goes nowhere', async () => {
  open('#/pages/course/details?id=1')
  await navigateBack()
  expect(shown()).toBe('/pages/index/index')
  later()
  expect(await navigateBack()).toBe(false)
})

test('the second tap of a double click does nothing', async () => {
  open()
  expect(navigateTo('/pages/help/index')).toBe(true)
  expect(navigateTo('/pages/help/index')).toBe(false)
  navigateTo('/pages/help/cs')
  const first = navigateBack()
  expect(await navigateBack()).toBe(false)
  await first
  expect(await navigateBack()).toBe(false)
  await arrives('/pages/help/index')
  later()
  expect(navigateTo('/pages/help/index')).toBe(true)
})

test('an address typed by hand is a new entry', async () => {
  open()
  navigateTo('/pages/help/index')
  location.hash = '#/pages/nowhere'
  await arrives('/pages/nowhere')
  expect(index()).toBe(2)
  location.hash = '#/pages/books/index'
  await arrives('/pages/books/index')
  history.back()
  await arrives('/pages/nowhere')
})

test('forward into a page that was closed builds it again', async () => {
  open()
  navigateTo('/pages/help/index')
  await switchTab('/pages/books/index')
  await arrives('/pages/books/index')
  history.forward()
  await arrives('/pages/help/index')
  expect(getView().stack.pages.map(({ at }) => at)).toEqual([0, 1])
})

const login = (url: string) => `/pages/login/index?redirect=${encodeURIComponent(url)}`

test.each([
  ['navigateTo', () => navigateTo('/pages/order/details?no=1'), '/pages/order/details?no=1'],
  ['redirectTo', () => redirectTo('/pages/order/index'), '/pages/order/index'],
  ['reLaunch', () => reLaunch('/pages/message/index'), '/pages/message/index'],
  ['switchTab', () => switchTab('/pages/study/index'), '/pages/study/index'],
])('without a token %s leads to the login page', async (_, navigate, wanted) => {
  open()
  await navigate()
  await arrives(login(wanted))
  history.back()
  await arrives('/pages/index/index')
})

test('so do the first page, a typed address and going back', async () => {
  open('#/pages/order/index?status=0')
  expect(shown()).toBe(login('/pages/order/index?status=0'))
  open()
  location.hash = '#/pages/my/home?id=1'
  await arrives(login('/pages/my/home?id=1'))

  open()
  setToken('t')
  navigateTo('/pages/order/index')
  navigateTo('/pages/help/index')
  clearToken()
  history.back()
  await arrives(login('/pages/order/index'))
  history.back()
  await arrives('/pages/index/index')
})

test('after login the page asked for takes the place of every login page', async () => {
  open()
  navigateTo('/pages/course/details?id=1')
  navigateTo('/pages/buy/confirm?id=1')
  navigateTo('/pages/login/forget')
  setToken('t')
  await afterLogin('/pages/buy/confirm?id=1')
  await arrives('/pages/buy/confirm?id=1')
  await vi.waitFor(() => expect(index()).toBe(2))
  history.back()
  await arrives('/pages/course/details?id=1')
})

test('a page that asked for the login is returned to as it was', async () => {
  open()
  navigateTo('/pages/course/details?id=1')
  const { key } = current()
  toLogin()
  expect(shown()).toBe(login('/pages/course/details?id=1'))
  expect(toLogin()).toBe(false)
  setToken('t')
  await afterLogin('/pages/course/details?id=1')
  await arrives('/pages/course/details?id=1')
  expect(current().key).toBe(key)
})

test('a tab is switched to after login, and what may not be named leads home', async () => {
  open()
  await switchTab('/pages/study/index')
  setToken('t')
  await afterLogin('/pages/study/index')
  await arrives('/pages/study/index')
  expect(index()).toBe(0)
  navigateTo('/pages/login/index')
  await afterLogin('//evil.example')
  await arrives('/pages/index/index')
})

test('a page that needs a login gives way when the token is refused', async () => {
  open()
  setToken('t')
  navigateTo('/pages/message/index')
  clearToken()
  toLogin()
  expect(shown()).toBe(login('/pages/message/index'))
  history.back()
  await arrives('/pages/index/index')
})

test('logging out in another tab leaves the pages that need a login', async () => {
  open()
  setToken('t')
  navigateTo('/pages/message/index')
  navigateTo('/pages/message/list?kind=order')
  localStorage.removeItem(app.tokenKey)
  dispatchEvent(new StorageEvent('storage', { key: app.tokenKey, newValue: null }))
  expect(shown()).toBe(login('/pages/message/list?kind=order'))
  expect(getView().stack.pages).toHaveLength(1)
  await arrives(login('/pages/message/list?kind=order'))
})

test('another user gets every page anew', () => {
  open()
  setToken('one')
  navigateTo('/pages/message/index')
  const { epoch } = getView()
  setToken('two')
  expect(getView()).toMatchObject({ epoch: epoch + 1, stack: { tabs: [] } })
  expect(getView().stack.pages).toHaveLength(1)
})

test('the shared link drops what belongs to one visit', () => {
  open('#/pages/course/details?id=1&qrcode=x&r=share')
  expect(sharePage()).toBe(`${location.origin}/#/pages/course/details?id=1&r=share`)
})
