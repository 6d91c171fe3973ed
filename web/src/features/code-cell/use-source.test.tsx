import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetResponses } from '../../api/query'
import { retryPauses } from '../../api/read-call'
import { type Reply, startTestServer, type TestServer } from '../../api/test-server'
import { rememberUser } from '../../state/owner'
import { clearToken, setToken } from '../../state/token'
import { useCellSource } from './use-source'

const now = Math.floor(Date.now() / 1000)
let server: TestServer
/** The server's draft, and its reply to a save. */
let remote: { language: string; source: string; updatedAt: number } | null
let onSave: () => Reply
const saves = () => server.received.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).source)

// Poll time-out for slow machines.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeEach(async () => {
  server = await startTestServer()
  retryPauses.fill(1)
  remote = null
  onSave = () => ({ code: 1, data: { updatedAt: now + 100 } })
  server.answer = ({ method }) => (method === 'POST' ? onSave() : { code: 1, data: remote })
  rememberUser('token', 'u1')
  setToken('token')
})
afterEach(async () => {
  cleanup()
  forgetResponses(() => true)
  clearToken()
  localStorage.clear()
  vi.restoreAllMocks()
  await server.close()
})

const open = () => renderHook(() => useCellSource('book:1', 'python', 'original'))
const draftRequested = () => waitFor(() => expect(server.received.length).toBeGreaterThan(0))
const storedDraft = () => JSON.parse(localStorage.getItem('dxx-draft:u1:code:book:1') ?? 'null')?.value

it('shows the original and saves nothing before the first edit', async () => {
  const { result } = open()
  expect(result.current.source).toBe('original')
  await draftRequested()
  act(() => result.current.edit('original'))
  expect(storedDraft()).toBeUndefined()
  expect(saves()).toEqual([])
})

it('stores every edit locally at once and sends edits to the server in one delayed save', async () => {
  const { result } = open()
  await draftRequested()
  act(() => result.current.edit('a'))
  expect(storedDraft()).toMatchObject({ source: 'a', saved: false })
  act(() => result.current.edit('ab'))
  expect(result.current.source).toBe('ab')
  await waitFor(() => expect(storedDraft()).toMatchObject({ source: 'ab', saved: true, base: now + 100 }))
  expect(saves()).toEqual(['ab'])
})

it('shows and saves the original if an edit is undone before the next render', async () => {
  const { result } = open()
  act(() => {
    result.current.edit('a')
    result.current.edit('original')
  })
  expect(result.current.source).toBe('original')
  await waitFor(() => expect(saves()).toEqual(['original']))
})

it('saves pending edits when the page is left', async () => {
  const { result, unmount } = open()
  await draftRequested()
  act(() => result.current.edit('last words'))
  unmount()
  await waitFor(() => expect(saves()).toEqual(['last words']))
})

it('keeps edits on the device with a notice when a save fails, and saves them when back online', async () => {
  onSave = () => 'drop'
  const { result, unmount } = open()
  await draftRequested()
  act(() => result.current.edit('offline'))
  await waitFor(() => expect(result.current.trouble).toMatch('本机'))
  unmount()
  onSave = () => ({ code: 1, data: { updatedAt: now + 100 } })
  const again = open().result
  expect(again.current.source).toBe('offline')
  act(() => void dispatchEvent(new Event('online')))
  await waitFor(() => expect(storedDraft()).toMatchObject({ saved: true }))
  expect(again.current.trouble).toBe('')
})

it('shows why the server rejects a save', async () => {
  onSave = () => ({ code: 0, msg: '代码太长，最多 64 KB', data: { error: 'invalid-input' } })
  const { result } = open()
  await draftRequested()
  act(() => result.current.edit('x'.repeat(70_000)))
  await waitFor(() => expect(result.current.trouble).toBe('代码太长，最多 64 KB'))
})

it('shows newer edits of another device and keeps the replaced local edits in `lost`', async () => {
  onSave = () => 'drop'
  const first = open()
  await draftRequested()
  act(() => first.result.current.edit('written here'))
  first.unmount()
  await waitFor(() => expect(saves()).toEqual(['written here']))
  remote = { language: 'python', source: 'written there', updatedAt: now + 1000 }
  const { result } = open()
  await waitFor(() => expect(result.current.source).toBe('written there'))
  expect(result.current.lost.map(({ source }) => source)).toEqual(['written here'])
})

it('ignores a draft on the server that is in another language', async () => {
  remote = { language: 'c', source: 'int main', updatedAt: now }
  const { result } = open()
  await draftRequested()
  await waitFor(() => expect(server.received.length).toBe(1))
  expect(result.current.source).toBe('original')
})
