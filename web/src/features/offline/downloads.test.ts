import type { CurriculumCard } from '@dxx/contract/calls/catalogue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectNavigation } from '../../api/navigation'
import { startTestServer, type TestServer } from '../../api/test-server'
import { rememberUser } from '../../state/owner'
import { clearToken, setToken } from '../../state/token'
import { downloadChapter, filesIn, offlineChapters, removeOffline } from './downloads'
import { mediaKey } from './offline-store'
import { offlineFile, openOffline } from './open-offline'

// Replaces IndexedDB, which jsdom lacks, by one Map per database; `full` simulates a device without space.
const disk = vi.hoisted(() => ({ stores: new Map<string, Map<string, unknown>>(), full: false }))
vi.mock('idb-keyval', () => {
  const of = (name: string) => {
    const store = disk.stores.get(name) ?? new Map<string, unknown>()
    disk.stores.set(name, store)
    return store
  }
  // Accepts the Blob classes of both jsdom and Node, because fetch responses use Node's.
  const isFile = (value: unknown) => Object.prototype.toString.call(value) === '[object Blob]'
  return {
    createStore: (name: string) => name,
    get: async (key: string, store: string) => of(store).get(key),
    set: async (key: string, value: unknown, store: string) => {
      if (disk.full && isFile(value)) throw new DOMException('full', 'QuotaExceededError')
      of(store).set(key, isFile(value) ? value : structuredClone(value))
    },
    del: async (key: string, store: string) => void of(store).delete(key),
    delMany: async (keys: string[], store: string) => {
      for (const key of keys) of(store).delete(key)
    },
    keys: async (store: string) => [...of(store).keys()],
    entries: async (store: string) => [...of(store)],
    clear: async (store: string) => of(store).clear(),
  }
})

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

const curriculum = { id: 'book', kind: 'ebook', title: '示例书' } as CurriculumCard
const chapter = { id: 'one', title: '第一章' }
const answer = {
  id: 'one',
  html: '<img src="media:f/a.webp">',
  media: { 'f/a.webp': '/media/s/9.x/f/a.webp' },
  video: null,
}

let server: TestServer
const files = new Map<string, { status: number; text: string }>()
beforeEach(async () => {
  server = await startTestServer()
  server.answer = () => ({ code: 1, data: answer })
  setToken('token-of-a')
  rememberUser('token-of-a', 'a')
  files.set('f/a.webp', { status: 200, text: 'picture' })
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!String(url).includes('/media/')) return real(url, init)
    const file = files.get(mediaKey(String(url)))
    if (!file) throw new TypeError('no network')
    return new Response(file.text, { status: file.status, headers: { 'content-type': 'image/webp' } })
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: vi.fn() }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  clearToken()
  localStorage.clear()
  disk.stores.clear()
  disk.full = false
  files.clear()
  await server.close()
})

it('downloads a chapter with its files and opens it offline', async () => {
  await downloadChapter({ curriculum, chapter })
  const [kept] = await offlineChapters('a')
  expect(kept).toMatchObject({ state: 'kept', percent: 100, chapter })
  expect(kept!.bytes).toBeGreaterThan('picture'.length)
  const opened = await openOffline<typeof answer>('one')
  expect(opened?.answer.media['f/a.webp']).toBe('blob:here')
  // The file is found although the signature in this URL differs from that of the download.
  expect(await (await offlineFile('one', '/media/s/10.y/f/a.webp'))?.text()).toBe('picture')
})

it("hides one user's downloads from another user", async () => {
  await downloadChapter({ curriculum, chapter })
  setToken('token-of-b')
  rememberUser('token-of-b', 'b')
  expect(await offlineChapters('b')).toEqual([])
  expect(await openOffline('one')).toBeNull()
})

it('a download stops when the network is lost, and downloading again completes it', async () => {
  files.clear()
  await downloadChapter({ curriculum, chapter })
  expect(await offlineChapters('a')).toMatchObject([{ state: 'stopped', problem: '下载中断了，请检查网络后重试' }])
  expect(await openOffline('one')).toBeNull()
  files.set('f/a.webp', { status: 200, text: 'picture' })
  await downloadChapter({ curriculum, chapter })
  expect(await offlineChapters('a')).toMatchObject([{ state: 'kept' }])
})

it('a download stops when the device is full, and reports the reason', async () => {
  disk.full = true
  await downloadChapter({ curriculum, chapter })
  expect(await offlineChapters('a')).toMatchObject([{ state: 'stopped', problem: '设备空间不足，请先删掉一些再试' }])
})

it("a download that the server refuses stops with the server's message", async () => {
  server.answer = () => ({ code: 7, msg: '购买后即可学习', data: { error: 'not-purchased' } })
  await downloadChapter({ curriculum, chapter })
  expect(await offlineChapters('a')).toMatchObject([{ state: 'stopped', problem: '购买后即可学习' }])
})

it('removing a download deletes all of its data', async () => {
  await downloadChapter({ curriculum, chapter })
  await removeOffline('a', ['one'])
  expect(await offlineChapters('a')).toEqual([])
  expect([...disk.stores.values()].map(({ size }) => size)).toEqual([0, 0])
})

it('lists every media file in a response once, although its signed URLs differ', () => {
  const text = JSON.stringify({
    a: '/media/s/1.x/f/a.mp4',
    b: ['/media/p/b.webp', '/media/s/2.y/f/a.mp4'],
    c: 'media:f/c',
  })
  expect(filesIn(text).map(mediaKey)).toEqual(['f/a.mp4', 'p/b.webp'])
})
