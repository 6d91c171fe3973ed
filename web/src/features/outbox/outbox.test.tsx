import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectNavigation } from '../../api/navigation'
import { startTestServer, type TestServer } from '../../api/test-server'
import { rememberUser } from '../../state/owner'
import { mayBePending } from '../../state/pending'
import { answerModal, useStore } from '../../state/store'
import { clearToken, setToken } from '../../state/token'
import { sendHeartbeat } from '../heartbeats/heartbeats'
import { useHighlights } from '../reader/highlights/store'
import { confirmLogout } from './ask-to-leave'
import { countPending, sendOutbox } from './send-outbox'

// Replaces IndexedDB, which jsdom lacks, by a Map; `full` simulates a device without space.
const disk = vi.hoisted(() => new Map<string, unknown>())
const device = vi.hoisted(() => ({ full: false }))
vi.mock('idb-keyval', () => ({
  createStore: (name: string) => name,
  get: async (key: string, store: string) => disk.get(store + key),
  set: async (key: string, value: unknown, store: string) => void disk.set(store + key, structuredClone(value)),
  del: async (key: string, store: string) => void disk.delete(store + key),
  delMany: async (keys: string[], store: string) => keys.map((key) => disk.delete(store + key)),
  update: async (key: string, change: (value: unknown) => unknown, store: string) => {
    if (device.full) throw new DOMException('full', 'QuotaExceededError')
    disk.set(store + key, change(disk.get(store + key)))
  },
  keys: async (store: string) =>
    [...disk.keys()].flatMap((key) => (key.startsWith(store) ? key.slice(store.length) : [])),
  entries: async () => [],
  clear: async () => disk.clear(),
}))

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

const curriculum = { id: 'book', kind: 'textbook' as const, title: '书', owned: true }
const locator = { pid: 'p', start: 0, end: 2, exact: '盘子', prefix: '', suffix: '' }
const highlight = { id: 'h', chapterId: 'one', mark: 'yellow' as const, note: '想法', locator, revision: 1 }
const heartbeat = { id: 'book', chapterId: 'one', session: 's', seconds: 15, at: 1000, locator: null, reached: '' }
const synced = { list: [], removed: [], since: '5', hasMore: false, refused: [] }

/** Highlights and heartbeats that the server received, each with the token of the request. */
const syncRequests = (server: TestServer) =>
  server.received
    .filter(({ path }) => /highlights_sync|textbooks_speed/.test(path))
    .map(({ path, body, headers }) => [headers['x-dxx-token'], path.split('/').at(-1), JSON.parse(body)] as const)
const saved = (server: TestServer) =>
  syncRequests(server).filter(([, , body]) => body.session || body.changes?.length > 0)

let server: TestServer
function enter(name: string) {
  setToken(`token-of-${name}`)
  rememberUser(`token-of-${name}`, name)
  useStore.setState({ userinfo: { id: name } as never })
}
function online() {
  server.received.length = 0
  server.answer = ({ path }) => ({
    code: 1,
    data: path.includes('sync') ? synced : { percent: 1, done: false },
  })
}
beforeEach(async () => {
  server = await startTestServer()
  server.answer = () => 'drop'
  enter('a')
})
afterEach(async () => {
  cleanup()
  clearToken()
  localStorage.clear()
  disk.clear()
  device.full = false
  vi.restoreAllMocks()
  await server.close()
})

async function studyOffline() {
  const { result, unmount } = renderHook(() => useHighlights(curriculum))
  act(() => result.current.put(highlight, '一'))
  await sendHeartbeat('POST /v1/textbooks_speed', heartbeat)
  await waitFor(async () => expect(await countPending()).toEqual({ highlights: 1, heartbeats: 1 }))
  unmount()
}

it('sends data that was stored offline exactly once, without the page that stored it', async () => {
  await studyOffline()
  expect(mayBePending()).toBe(true)
  online()
  expect(await sendOutbox()).toEqual({ highlights: 0, heartbeats: 0 })
  expect(saved(server).map(([, name]) => name)).toEqual(expect.arrayContaining(['highlights_sync', 'textbooks_speed']))
  expect(saved(server)).toHaveLength(2)
  expect(mayBePending()).toBe(false)
})

it('keeps pending data for its owner: other users do not send it and an ended login does not drop it', async () => {
  await studyOffline()
  // The server rejects the token, because the login session has ended.
  server.answer = () => ({ code: 3, msg: '请先登录', data: { error: 'not-logged-in' } })
  await sendOutbox()
  online()
  enter('b')
  expect(await sendOutbox()).toEqual({ highlights: 0, heartbeats: 0 })
  expect(saved(server)).toEqual([])
  enter('a')
  expect(await countPending()).toEqual({ highlights: 1, heartbeats: 1 })
  await sendOutbox()
  expect(saved(server).map(([token]) => token)).toEqual(['token-of-a', 'token-of-a'])
})

it('logging out reports the data that could not be sent', async () => {
  await studyOffline()
  const leaving = confirmLogout('小林')
  await waitFor(() => expect(useStore.getState().modal.content).toContain('1 处划线或笔记、1 段学习时长没能同步'))
  answerModal('cancel')
  expect(await leaving).toBe(false)
  online()
  const again = confirmLogout('小林')
  await waitFor(() => expect(useStore.getState().modal.content).toContain('都会保留'))
  answerModal('confirm')
  expect(await again).toBe(true)
  expect(await countPending()).toEqual({ highlights: 0, heartbeats: 0 })
})

it('keeps highlights in memory when the device is full and sends them when back online', async () => {
  device.full = true
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { result } = renderHook(() => useHighlights(curriculum))
  act(() => result.current.put(highlight, '一'))
  expect(await sendHeartbeat('POST /v1/textbooks_speed', heartbeat)).toBeNull()
  expect(result.current).toMatchObject({ list: [{ id: 'h' }], waiting: 1 })
  online()
  expect(await sendHeartbeat('POST /v1/textbooks_speed', heartbeat)).toMatchObject({ percent: 1 })
  await waitFor(() => {
    dispatchEvent(new Event('online'))
    expect(result.current.waiting).toBe(0)
  })
  expect(saved(server).filter(([, name]) => name === 'highlights_sync')).toHaveLength(1)
})
