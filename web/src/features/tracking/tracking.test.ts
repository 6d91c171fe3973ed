import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../api/test-server'
import { navigateTo, startRouter } from '../../router/navigation'
import { setConsent } from '../account/consent'
import { startTracking } from './start-tracking'
import { sendTracked, track } from './track'

let server: TestServer
let stop = () => {}
beforeEach(async () => {
  localStorage.clear()
  history.replaceState(null, '', '/#/pages/index/index')
  server = await startTestServer()
  server.answer = () => ({ code: 1, data: {} })
  stop = startRouter({})
})
afterEach(async () => {
  stop()
  vi.restoreAllMocks()
  await server.close()
})

const sent = () =>
  server.received
    .filter(({ path }) => path.endsWith('/v1/tracking_point/add'))
    .flatMap(({ body }) => JSON.parse(body).events as { name: string; page: string; value: string }[])

it('sends no event before the user agrees, then start, page views, installation and other events', async () => {
  startTracking()
  track('search', '二分查找')
  navigateTo('/pages/search/index')
  sendTracked()
  setConsent('refused')
  sendTracked()
  expect(sent()).toEqual([])

  setConsent('agreed')
  navigateTo('/pages/setting/about')
  dispatchEvent(new Event('appinstalled'))
  track('play', 'chapter-1')
  sendTracked()
  await vi.waitFor(() => expect(sent()).toHaveLength(5))
  expect(sent().map(({ name, page, value }) => [name, page, value])).toEqual([
    ['open', 'pages/search/index', ''],
    ['page', 'pages/search/index', ''],
    ['page', 'pages/setting/about', ''],
    ['install', 'pages/setting/about', ''],
    ['play', 'pages/setting/about', 'chapter-1'],
  ])
})
