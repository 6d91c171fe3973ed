import type { UserInfo } from '@dxx/contract/calls/accounts'
import { texts, timing } from '@dxx/contract/rules/constants'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, StrictMode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getCurrentPage, navigateTo, startRouter } from '../../router/navigation'
import { useLeaveGuard, usePage, usePageTitle } from '../../router/page-context'
import type { PageModules } from '../../router/page-modules'
import type { RoutePath } from '../../router/routes'
import { useStore } from '../../state/store'
import { pageModules } from '../page-modules'
import { BindMobilePrompt } from './bind-mobile-prompt'
import { AppFrame } from './frame'

const pages: Partial<PageModules> = { ...pageModules }
let stop = () => {}
let clock = 0

function open(hash: string): void {
  history.replaceState(null, '', `/${hash}`)
  stop = startRouter(pages)
  render(
    <StrictMode>
      <AppFrame />
      <BindMobilePrompt />
    </StrictMode>,
  )
}

type Load = () => Promise<{ default: ComponentType }>

/** Registers a test page for a route. Loaded code is cached, so that each test must use its own routes. */
function build(path: RoutePath, load: Load): void {
  pages[path] = load
}

function Counter() {
  const { query, active } = usePage()
  const [count, setCount] = useState(0)
  usePageTitle(`计数 ${query.id}`)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`第 ${query.id} 页：${count}，${active ? '在前' : '在后'}`}
    </button>
  )
}

const go = (url: string) =>
  act(async () => {
    clock += 1000
    navigateTo(url)
  })
const back = () => act(async () => history.back())

beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  clock += 1000
})
afterEach(() => {
  cleanup()
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  useStore.setState({ showBindMobile: false })
})

test('a page that requires a mobile number asks for it once, and the dialog can be closed', async () => {
  build('pages/exchange/index', async () => ({ default: () => <p>兑换</p> }))
  build('pages/message/index', async () => ({ default: () => <p>消息</p> }))
  build('pages/my/auth', async () => ({ default: () => <p>认证</p> }))
  localStorage.setItem('dxx-app-token', 'token')
  useStore.setState({ userinfo: { id: 'u', mobile: '' } as UserInfo, path: '' })
  open('#/pages/message/index')
  await screen.findByText('消息')
  expect(screen.queryByRole('dialog')).toBeNull()
  await go('/pages/exchange/index')
  await screen.findByText('请先绑定手机号')
  fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(getCurrentPage().path).toBe('pages/exchange/index')
  await back()
  await go('/pages/exchange/index')
  expect(screen.queryByRole('dialog')).toBeNull()
  // Another page that requires the number asks as well. Back on the first page, which has asked before, nothing is
  // asked.
  await go('/pages/my/auth')
  await screen.findByText('请先绑定手机号')
  fireEvent.click(await screen.findByRole('button', { name: '关闭' }))
  await go('/pages/exchange/index')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('dialog')).toBeNull()
  localStorage.removeItem('dxx-app-token')
  useStore.setState({ userinfo: null, path: '' })
})

test('the back-to-top button appears after scrolling more than 400rpx', async () => {
  vi.stubGlobal('innerWidth', 375)
  build('pages/article/banner', async () => ({ default: () => <p>很长的一页</p> }))
  open('#/pages/article/banner')
  await screen.findByText('很长的一页')
  const main = screen.getByRole('main')
  main.style.overflowY = 'auto'
  main.scrollTop = 200
  fireEvent.scroll(main)
  expect(screen.queryByRole('button', { name: '回到顶部' })).toBeNull()
  main.scrollTop = 201
  fireEvent.scroll(main)
  await screen.findByRole('button', { name: '回到顶部' })
  vi.unstubAllGlobals()
})

test('a covered page keeps its own state, scroll position and title', async () => {
  build('pages/help/index', async () => ({ default: Counter }))
  open('#/pages/help/index?id=1')
  fireEvent.click(await screen.findByText('第 1 页：0，在前'))
  expect(document.title).toBe('计数 1 · 多享学')
  const scroller = screen.getByRole('main')
  scroller.scrollTop = 300

  await go('/pages/help/index?id=2')
  await screen.findByText('第 2 页：0，在前')
  expect(document.title).toBe('计数 2 · 多享学')
  expect(screen.getByText('第 1 页：1，在后').closest('section')?.style.display).toBe('none')
  // Resets the scroll position as browsers do for hidden elements; jsdom does not.
  scroller.scrollTop = 0

  await back()
  await screen.findByText('第 1 页：1，在前')
  expect(scroller.scrollTop).toBe(300)
  expect(document.title).toBe('计数 1 · 多享学')
  expect(screen.queryByText(/第 2 页/)).toBeNull()
})

test('opening a page focuses its heading, and going back focuses the element that opened it', async () => {
  build('pages/help/index', async () => ({ default: Counter }))
  open('#/pages/help/index?id=1')
  const opener = await screen.findByText(/第 1 页/)
  opener.focus()
  await go('/pages/setting/about')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('关于我们'))
  await back()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('opening another page pauses the media of the hidden page', async () => {
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {})
  const Sound = () => (
    <audio data-testid="sound">
      <track kind="captions" />
    </audio>
  )
  build('pages/teacher/index', async () => ({ default: Sound }))
  open('#/pages/teacher/index')
  const sound = await screen.findByTestId('sound')
  pause.mockClear()
  await go('/pages/setting/about')
  expect(pause.mock.contexts).toContain(sound)
})

test('slow code shows the loading view after 200 ms and the error view after 60 s, and a tap retries', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const load = vi.fn(() => new Promise<never>(() => {}))
  build('pages/help/cs', load)
  open('#/pages/help/cs')
  await act(() => vi.advanceTimersByTimeAsync(timing.loadingViewDelay - 1))
  expect(screen.queryByText(texts.pageLoading)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  screen.getByText(texts.pageLoading)

  vi.spyOn(console, 'error').mockImplementation(() => {})
  await act(() => vi.advanceTimersByTimeAsync(timing.chunk))
  fireEvent.click(screen.getByRole('button', { name: texts.chunkTimeout }))
  await act(() => vi.advanceTimersByTimeAsync(timing.loadingViewDelay))
  screen.getByText(texts.pageLoading)
  expect(load).toHaveBeenCalledTimes(2)
})

test('page code that failed to load is loaded again by a tap', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let tries = 0
  build('pages/download/index', async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>来了</p> }
  })
  open('#/pages/download/index')
  fireEvent.click(await screen.findByRole('button', { name: texts.chunkTimeout }))
  await screen.findByText('来了')
})

test('a page that throws shows an error inside the frame, and a tap retries', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  const Fragile = () => {
    if (broken) throw new Error('broken')
    return <p>好了</p>
  }
  build('pages/books/index', async () => ({ default: Fragile }))
  open('#/pages/books/index')
  await screen.findByText(texts.serverError)
  screen.getByRole('navigation', { name: '主导航' })
  broken = false
  fireEvent.click(screen.getByText(texts.reload))
  await screen.findByText('好了')
})

test('an unknown URL shows an error with a link to the home page', async () => {
  open('#/pages/nowhere')
  expect(document.title).toBe('页面不存在 · 多享学')
  fireEvent.click(await screen.findByText('回到首页'))
  await waitFor(() => expect(document.title).toBe('多享学'))
  expect(location.hash).toBe('#/pages/index/index')
})

test('a link to a page inside a text opens the page through the stack', async () => {
  build('pages/setting/index', async () => ({ default: () => <a href="#/pages/help/cs?from=text">客服</a> }))
  open('#/pages/setting/index')
  fireEvent.click(await screen.findByText('客服'))
  await waitFor(() => expect(getCurrentPage()).toMatchObject({ path: 'pages/help/cs', search: 'from=text', at: 1 }))
})

test('useLeaveGuard asks before going back only while its condition is true', async () => {
  const ask = vi.fn(async () => false)
  const Form = () => {
    const [dirty, setDirty] = useState(true)
    useLeaveGuard(dirty, ask)
    return (
      <button type="button" onClick={() => setDirty(false)}>
        保存
      </button>
    )
  }
  build('pages/login/bind-mobile', async () => ({ default: Form }))
  open('#/pages/help/index')
  await go('/pages/login/bind-mobile')
  const save = await screen.findByText('保存')
  expect(document.documentElement.style.overscrollBehaviorX).toBe('none')
  await waitFor(() => expect(history.state.guard).toBe(true))
  await back()
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  expect(getCurrentPage().path).toBe('pages/login/bind-mobile')

  fireEvent.click(save)
  await waitFor(() => expect(history.state).toMatchObject({ index: 1 }))
  await back()
  await waitFor(() => expect(getCurrentPage().path).toBe('pages/help/index'))
  expect(ask).toHaveBeenCalledTimes(1)
})

test('the mobile number prompt opens the binding page', async () => {
  open('#/pages/help/index')
  act(() => useStore.setState({ showBindMobile: true, path: '/pages/help/index' }))
  fireEvent.click(screen.getByText('去绑定'))
  await waitFor(() => expect(getCurrentPage().path).toBe('pages/login/bind-mobile'))
  expect(useStore.getState().showBindMobile).toBe(false)
})

test('a notice is shown when the network is lost', async () => {
  open('#/pages/help/index')
  expect(screen.queryByText(texts.offline)).toBeNull()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  await screen.findByText(texts.offline)
})
