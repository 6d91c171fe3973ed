import { expect, test, vi } from 'vitest'
import {
  closeByBack,
  getCurrentPage,
  guardLeaving,
  navigateBack,
  navigateTo,
  redirectTo,
  switchTab,
} from './navigation'
import { arrives, index, open, passDoubleClick, shownPageUrl } from './test-window'

test('a guarded page asks before going back, switching tabs and closing the window', async () => {
  open()
  navigateTo('/pages/login/bind-mobile')
  const { key } = getCurrentPage()
  const ask = vi.fn(async () => false)
  guardLeaving(key, ask)
  expect(history.state).toMatchObject({ key, index: 2, guard: true })
  history.back()
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => expect(index()).toBe(2))
  expect(await navigateBack()).toBe(false)
  expect(await switchTab('/pages/books/index')).toBe(false)
  expect(ask).toHaveBeenCalledTimes(3)
  expect(getCurrentPage().key).toBe(key)
  const leave = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leave)
  expect(leave.defaultPrevented).toBe(true)

  ask.mockResolvedValue(true)
  history.back()
  await arrives('/pages/index/index')
  expect(index()).toBe(0)
})

test('a history jump from a guarded page is undone, and repeated if the user confirms', async () => {
  open()
  navigateTo('/pages/help/index')
  navigateTo('/pages/login/bind-mobile')
  let answer: ((leave: boolean) => void) | undefined
  guardLeaving(
    getCurrentPage().key,
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  history.go(-3)
  await vi.waitFor(() => expect(answer).toBeDefined())
  expect(shownPageUrl()).toBe('/pages/login/bind-mobile')
  expect(index()).toBe(3)
  answer!(true)
  await arrives('/pages/index/index')
})

test('redirectTo leaves a guarded page without asking and removes its guard entry', async () => {
  open()
  navigateTo('/pages/login/bind-mobile')
  const ask = vi.fn(async () => false)
  guardLeaving(getCurrentPage().key, ask)
  redirectTo('/pages/help/index')
  await arrives('/pages/help/index')
  await vi.waitFor(() => expect(index()).toBe(1))
  history.back()
  await arrives('/pages/index/index')
  expect(ask).not.toHaveBeenCalled()
})

test('releasing a guard removes its history entry; after a reload, a stale guard entry needs no extra step back', async () => {
  open()
  navigateTo('/pages/login/bind-mobile')
  const lift = guardLeaving(getCurrentPage().key, async () => false)
  lift()
  await vi.waitFor(() => expect(index()).toBe(1))

  passDoubleClick()
  open('#/pages/help/index')
  navigateTo('/pages/login/bind-mobile')
  guardLeaving(getCurrentPage().key, async () => false)
  const { key, path } = getCurrentPage()
  expect(path).toBe('pages/login/bind-mobile')
  open('#/pages/login/bind-mobile', { key, index: 2, guard: true })
  expect(getCurrentPage()).toMatchObject({ key, at: 1 })
  history.back()
  await arrives('/pages/help/index')
})

test('going back closes the topmost overlay first, then leaves the page', async () => {
  open()
  navigateTo('/pages/help/index')
  const closed: string[] = []
  const undo = { sheet: () => {}, modal: () => {} }
  const opened = (name: 'sheet' | 'modal') => {
    undo[name] = closeByBack(() => {
      closed.push(name)
      undo[name]()
    })
  }
  opened('sheet')
  opened('modal')
  const leave = new Event('beforeunload', { cancelable: true })
  dispatchEvent(leave)
  expect(leave.defaultPrevented).toBe(false)
  history.back()
  await vi.waitFor(() => expect(closed).toEqual(['modal']))
  expect(shownPageUrl()).toBe('/pages/help/index')
  await vi.waitFor(() => expect(index()).toBe(2))
  history.back()
  await vi.waitFor(() => expect(closed).toEqual(['modal', 'sheet']))
  await vi.waitFor(() => expect(index()).toBe(1))
  expect(shownPageUrl()).toBe('/pages/help/index')
  history.back()
  await arrives('/pages/index/index')
})

test('overlays do not block switching tabs', async () => {
  open()
  closeByBack(() => {})
  expect(await switchTab('/pages/books/index')).toBe(true)
})
