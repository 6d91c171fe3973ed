import { appConstants } from '@dxx/contract/rules/constants'
import { expect, test, vi } from 'vitest'
import { clearToken, setToken } from '../state/token'
import {
  getCurrentPage,
  navigateBack,
  navigateTo,
  openLoginPage,
  openPage,
  redirectTo,
  reLaunch,
  switchTab,
} from './navigation'
import { returnAfterLogin } from './return-after-login'
import { sharePage } from './share'
import { arrives, index, open, passDoubleClick, shownPageUrl } from './test-window'
import { getView } from './view'

test('the router opens the page of the URL, or home if the URL has none', () => {
  open()
  expect(shownPageUrl()).toBe('/pages/index/index')
  open('#/pages/course/details?id=1')
  expect(shownPageUrl()).toBe('/pages/course/details?id=1')
  expect(history.state).toMatchObject({ index: 0 })
})

test('after a reload the page keeps its key and its position in the history', () => {
  open('#/pages/help/index', { key: 'k', index: 3 })
  expect(getCurrentPage()).toMatchObject({ key: 'k', at: 3 })
  open('#/pages/help/index', { key: 5, index: -1 })
  expect(getCurrentPage().at).toBe(0)
})

test('the browser’s back and forward buttons and navigateBack show the mounted pages again', async () => {
  open()
  navigateTo('/pages/course/details?id=1')
  navigateTo('/pages/teacher/index?id=2')
  const teacher = getCurrentPage().key
  history.back()
  await arrives('/pages/course/details?id=1')
  history.forward()
  await arrives('/pages/teacher/index?id=2')
  expect(getCurrentPage().key).toBe(teacher)
  await navigateBack(9)
  await arrives('/pages/index/index')
  expect(index()).toBe(0)
})

test('redirectTo and reLaunch leave no history entry of the replaced pages', async () => {
  open()
  navigateTo('/pages/help/index')
  redirectTo('/pages/help/cs')
  history.back()
  await arrives('/pages/index/index')
  navigateTo('/pages/help/index')
  navigateTo('/pages/help/cs')
  reLaunch('/pages/setting/about')
  expect(shownPageUrl()).toBe('/pages/setting/about')
  await arrives('/pages/setting/about')
  expect(index()).toBe(0)
})

test('a navigation during a history step is executed after that step', async () => {
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

test('navigateTo and redirectTo reject tabs, switchTab rejects other pages, go opens both', async () => {
  open()
  expect(navigateTo('/pages/books/index')).toBe(false)
  expect(redirectTo('/pages/books/index')).toBe(false)
  expect(await switchTab('/pages/help/index')).toBe(false)
  expect(await openPage('/pages/help/index')).toBe(true)
  expect(await openPage('/pages/books/index?x=1')).toBe(true)
  await arrives('/pages/books/index')
  expect(index()).toBe(0)
  expect(getView().stack.tabs.map(({ path }) => path)).toEqual(['pages/index/index'])
})

test('a tab that is shown again keeps its query', async () => {
  open('#/pages/books/index?classify=x')
  expect(await switchTab('/pages/index/index')).toBe(true)
  await arrives('/pages/index/index')
  expect(await switchTab('/pages/books/index')).toBe(true)
  await arrives('/pages/books/index?classify=x')
})

test('without history, back opens home; on home it does nothing', async () => {
  open('#/pages/course/details?id=1')
  await navigateBack()
  expect(shownPageUrl()).toBe('/pages/index/index')
  passDoubleClick()
  expect(await navigateBack()).toBe(false)
})

test('the second tap of a double click does not navigate again', async () => {
  open()
  expect(navigateTo('/pages/help/index')).toBe(true)
  expect(navigateTo('/pages/help/index')).toBe(false)
  navigateTo('/pages/help/cs')
  const first = navigateBack()
  expect(await navigateBack()).toBe(false)
  await first
  expect(await navigateBack()).toBe(false)
  await arrives('/pages/help/index')
  passDoubleClick()
  expect(navigateTo('/pages/help/index')).toBe(true)
})

test('a URL typed into the address bar becomes a new history entry', async () => {
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

test('going forward to a page that was closed creates the page again', async () => {
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
])('without a token %s opens the login page', async (_, navigate, wanted) => {
  open()
  await navigate()
  await arrives(login(wanted))
  history.back()
  await arrives('/pages/index/index')
})

test('without a token the first page, a typed URL and going back open the login page', async () => {
  open('#/pages/order/index?status=0')
  expect(shownPageUrl()).toBe(login('/pages/order/index?status=0'))
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

test('after login the requested page replaces all login pages', async () => {
  open()
  navigateTo('/pages/course/details?id=1')
  navigateTo('/pages/buy/confirm?id=1')
  navigateTo('/pages/login/forget')
  setToken('t')
  await returnAfterLogin('/pages/buy/confirm?id=1')
  await arrives('/pages/buy/confirm?id=1')
  await vi.waitFor(() => expect(index()).toBe(2))
  history.back()
  await arrives('/pages/course/details?id=1')
})

test('after login the page from which the user went to the login is shown with its state', async () => {
  open()
  navigateTo('/pages/course/details?id=1')
  const { key } = getCurrentPage()
  openLoginPage()
  expect(shownPageUrl()).toBe(login('/pages/course/details?id=1'))
  expect(openLoginPage()).toBe(false)
  setToken('t')
  await returnAfterLogin('/pages/course/details?id=1')
  await arrives('/pages/course/details?id=1')
  expect(getCurrentPage().key).toBe(key)
})

test('after login a tab is opened as a tab, and a forbidden redirect opens home', async () => {
  open()
  await switchTab('/pages/study/index')
  setToken('t')
  await returnAfterLogin('/pages/study/index')
  await arrives('/pages/study/index')
  expect(index()).toBe(0)
  navigateTo('/pages/login/index')
  await returnAfterLogin('//evil.example')
  await arrives('/pages/index/index')
})

test('when the token is rejected, the login page replaces a page that requires a login', async () => {
  open()
  setToken('t')
  navigateTo('/pages/message/index')
  clearToken()
  openLoginPage()
  expect(shownPageUrl()).toBe(login('/pages/message/index'))
  history.back()
  await arrives('/pages/index/index')
})

test('a logout in another browser tab replaces the pages that require a login by the login page', async () => {
  open()
  setToken('t')
  navigateTo('/pages/message/index')
  navigateTo('/pages/message/list?kind=order')
  localStorage.removeItem(appConstants.tokenKey)
  dispatchEvent(new StorageEvent('storage', { key: appConstants.tokenKey, newValue: null }))
  expect(shownPageUrl()).toBe(login('/pages/message/list?kind=order'))
  expect(getView().stack.pages).toHaveLength(1)
  await arrives(login('/pages/message/list?kind=order'))
})

test('a login of another user recreates the current page and drops the others', () => {
  open()
  setToken('one')
  navigateTo('/pages/message/index')
  const { epoch } = getView()
  setToken('two')
  expect(getView()).toMatchObject({ epoch: epoch + 1, stack: { tabs: [] } })
  expect(getView().stack.pages).toHaveLength(1)
})

test('the shared link drops the parameters qrcode and r of this visit', () => {
  open('#/pages/course/details?id=1&qrcode=x&r=share')
  expect(sharePage()).toBe(`${location.origin}/#/pages/course/details?id=1&r=share`)
})
