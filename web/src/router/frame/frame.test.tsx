import { texts, timing } from '@dxx/contract/rules/constants'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ComponentType, StrictMode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RoutePath, routeOf } from '../../routes'
import { useStore } from '../../state/store'
import { current, navigateTo, startRouter } from '../navigation'
import { useLeaveGuard, usePage, useTitle } from '../page-context'
import { Frame } from './frame'

let stop = () => {}
let clock = 0

function open(hash: string): void {
  history.replaceState(null, '', `/${hash}`)
  stop = startRouter()
  render(
    <StrictMode>
      <Frame />
    </StrictMode>,
  )
}

type Load = () => Promise<{ default: ComponentType }>

/** Puts a page of the test's own behind a route. Loaded code stays: every test has routes of its own. */
function build(path: RoutePath, load: Load): void {
  routeOf(path)!.load = load
}

function Counter() {
  const { query, active } = usePage()
  const [count, setCount] = useState(0)
  useTitle(`计数 ${query.id}`)
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

test('each page keeps its own address, state, scroll position and title while others are above it', async () => {
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
  // What browsers do to an element that is not shown.
  scroller.scrollTop = 0

  await back()
  expect(await screen.findByText('第 1 页：1，在前')).toBeTruthy()
  expect(scroller.scrollTop).toBe(300)
  expect(document.title).toBe('计数 1 · 多享学')
  expect(screen.queryByText(/第 2 页/)).toBeNull()
})

test('the focus enters the new page at its heading and returns to what opened it', async () => {
  build('pages/help/index', async () => ({ default: Counter }))
  open('#/pages/help/index?id=1')
  const opener = await screen.findByText(/第 1 页/)
  opener.focus()
  await go('/pages/setting/about')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('关于我们'))
  await back()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('a page that is hidden falls silent', async () => {
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

test('the loading view waits 200 ms, the error view comes after 60 s, and a tap tries again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const load = vi.fn(() => new Promise<never>(() => {}))
  build('pages/help/cs', load)
  open('#/pages/help/cs')
  await act(() => vi.advanceTimersByTimeAsync(timing.loadingViewDelay - 1))
  expect(screen.queryByText(texts.pageLoading)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByText(texts.pageLoading)).toBeTruthy()

  vi.spyOn(console, 'error').mockImplementation(() => {})
  await act(() => vi.advanceTimersByTimeAsync(timing.chunk))
  fireEvent.click(screen.getByText(texts.chunkTimeout))
  await act(() => vi.advanceTimersByTimeAsync(timing.loadingViewDelay))
  expect(screen.getByText(texts.pageLoading)).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('code that did not come is fetched again on a tap', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let tries = 0
  build('pages/download/index', async () => {
    tries += 1
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <p>来了</p> }
  })
  open('#/pages/download/index')
  fireEvent.click(await screen.findByText(texts.chunkTimeout))
  expect(await screen.findByText('来了')).toBeTruthy()
})

test('a page that breaks leaves the rest alone and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let broken = true
  const Fragile = () => {
    if (broken) throw new Error('broken')
    return <p>好了</p>
  }
  build('pages/books/index', async () => ({ default: Fragile }))
  open('#/pages/books/index')
  expect(await screen.findByText(texts.serverError)).toBeTruthy()
  expect(screen.getByRole('navigation', { name: '主导航' })).toBeTruthy()
  broken = false
  fireEvent.click(screen.getByText(texts.reload))
  expect(await screen.findByText('好了')).toBeTruthy()
})

test('an unknown address says so and shows the way home', async () => {
  open('#/pages/nowhere')
  expect(document.title).toBe('页面不存在 · 多享学')
  fireEvent.click(screen.getByText('回到首页'))
  await waitFor(() => expect(document.title).toBe('多享学'))
  expect(location.hash).toBe('#/pages/index/index')
})

test('links to pages inside a text go through the stack', async () => {
  build('pages/setting/index', async () => ({ default: () => <a href="#/pages/help/cs?from=text">客服</a> }))
  open('#/pages/setting/index')
  fireEvent.click(await screen.findByText('客服'))
  await waitFor(() => expect(current()).toMatchObject({ path: 'pages/help/cs', search: 'from=text', at: 1 }))
})

test('useLeaveGuard asks while it applies', async () => {
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
  expect(current().path).toBe('pages/login/bind-mobile')

  fireEvent.click(save)
  await waitFor(() => expect(history.state).toMatchObject({ index: 1 }))
  await back()
  await waitFor(() => expect(current().path).toBe('pages/help/index'))
  expect(ask).toHaveBeenCalledTimes(1)
})

test('the prompt for a mobile number leads to where it is bound', async () => {
  open('#/pages/help/index')
  act(() => useStore.setState({ showBindMobile: true, path: '/pages/help/index' }))
  fireEvent.click(screen.getByText('去绑定'))
  await waitFor(() => expect(current().path).toBe('pages/login/bind-mobile'))
  expect(useStore.getState().showBindMobile).toBe(false)
})

test('the network gone is told', () => {
  open('#/pages/help/index')
  expect(screen.queryByText(texts.offline)).toBeNull()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
  expect(screen.getByText(texts.offline)).toBeTruthy()
})
