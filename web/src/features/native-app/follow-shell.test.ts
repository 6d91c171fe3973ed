import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetResponses } from '../../api/query'
import { startTestServer, type TestServer } from '../../api/test-server'
import { getCurrentPage, guardLeaving, navigateTo, startRouter } from '../../router/navigation'
import { answerModal, useStore } from '../../state/store'
import { followShell } from './follow-shell'

const update = { version: '2.5.0', notes: '更快', url: 'pages/download/index', force: false, publishedAt: 1 }
const about = 'pages/setting/about'

let server: TestServer
let stop: () => void
let found: typeof update | null
let clock = 0
let received: Map<string, (data?: { url: string }) => unknown>
beforeEach(async () => {
  // One second between calls, because two equal navigations in quick succession count as a double tap.
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 1000))
  server = await startTestServer()
  server.answer = () => ({ code: 1, data: found })
  found = null
  history.replaceState(null, '', '/')
  stop = startRouter({})
})
afterEach(async () => {
  stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  forgetResponses(() => true)
  useStore.setState({ updateInfo: null })
  await server.close()
})

/** Starts the app on the given platform. */
function start(platform: string): void {
  received = new Map()
  const App = {
    addListener: (event: string, listener: () => void) => received.set(event, listener),
    minimizeApp: () => {},
  }
  vi.stubGlobal('Capacitor', { getPlatform: () => platform, Plugins: { App } })
  followShell()
}

/** Brings the app back to the foreground. Resolves when its version request is done. */
const resume = () => received.get('resume')!()
const modal = () => useStore.getState().modal
const path = () => getCurrentPage().path

it.each(['ios', 'android'])('on %s a forced update blocks every page but the update page', async (platform) => {
  found = { ...update, force: true }
  start(platform)
  await vi.waitFor(() => expect(path()).toBe('pages/app-update/index'))
  expect(server.received[0]).toMatchObject({
    query: 'v=2.4.4',
    headers: { platform: platform === 'ios' ? 'iOS' : 'Android' },
  })
  received.get('appUrlOpen')!({ url: `duoxiangxue://${about}` })
  expect(path()).toBe('pages/app-update/index')
})

it.each(['ios', 'android'])('on %s an optional update is offered once for each version', async (platform) => {
  found = update
  start(platform)
  await vi.waitFor(() => expect(modal()).toMatchObject({ show: true, title: '发现新版本 2.5.0', content: '更快' }))
  answerModal('cancel')
  await resume()
  expect(modal().show).toBe(false)
  found = { ...update, version: '2.6.0' }
  void resume()
  await vi.waitFor(() => expect(modal().title).toBe('发现新版本 2.6.0'))
  answerModal('confirm')
  await vi.waitFor(() => expect(path()).toBe('pages/app-update/index'))
})

it('a forced update waits while the page guards against leaving, until a later resume of the app', async () => {
  found = { ...update, force: true }
  navigateTo(about)
  const done = guardLeaving(getCurrentPage().key, async () => false)
  start('android')
  await resume()
  expect(path()).toBe(about)
  done()
  await resume()
  await vi.waitFor(() => expect(path()).toBe('pages/app-update/index'))
})

it('shows nothing without a newer version or without a network', async () => {
  start('android')
  await resume()
  server.answer = () => 'drop'
  await resume()
  expect([modal().show, useStore.getState().updateInfo]).toEqual([false, null])
})

/** Simulates a horizontal swipe. */
function swipe(from: number, to: number): void {
  const touch = (type: string, clientX: number) =>
    dispatchEvent(
      Object.assign(new Event(type), {
        touches: [{ clientX, clientY: 300 }],
        changedTouches: [{ clientX, clientY: 300 }],
      }),
    )
  touch('touchstart', from)
  touch('touchend', to)
}

it('on iOS a swipe from the edge navigates back, except on pages that disable this', () => {
  const back = vi.spyOn(history, 'back').mockImplementation(() => {})
  start('ios')
  const goesBack = (page: string, from = 5, to = 200) => {
    navigateTo(page)
    back.mockClear()
    swipe(from, to)
    return back.mock.calls.length > 0
  }
  expect(goesBack(about)).toBe(true)
  expect(goesBack(about, 100, 300)).toBe(false)
  expect(goesBack(about, 5, 50)).toBe(false)
  const off = ['pages/login/bind-mobile', 'pages/app-update/index', 'pages/exam/answer']
  localStorage.setItem('dxx-app-token', 't')
  dispatchEvent(new StorageEvent('storage', { key: 'dxx-app-token' }))
  expect(off.map((page) => goesBack(page))).toEqual([false, false, false])
  expect(path()).toBe('pages/exam/answer')
})
