import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clearToken, setToken } from '../state/token'
import { connectNavigation } from './navigation'
import { cachedAnswer, dropEndedSessions, forgetResponses, hashOf, stateOf, sweepAnswers, watchResponse } from './query'
import { startTestServer, type TestServer } from './test-server'
import { answerKey, invalidateCalls, useCall } from './use-call'
import { usePagedCall } from './use-paged-call'

// Replaces IndexedDB, which jsdom lacks, by a Map that can fail and hang like browsers.
const disk = vi.hoisted(() => ({
  kept: new Map<string, string>(),
  /**
   * `well`: storage works; `refusing`: it fails; `hanging`: it never responds. A promise delays the operation until it
   * resolves.
   */
  mood: 'well' as 'well' | 'refusing' | 'hanging' | 'full' | Promise<void>,
}))
vi.mock('idb-keyval', () => {
  const access =
    <A extends unknown[], T>(act: (...args: A) => T) =>
    (...args: A): Promise<T> => {
      if (disk.mood === 'refusing') return Promise.reject(new DOMException('no', 'QuotaExceededError'))
      if (disk.mood === 'hanging') return new Promise(() => {})
      return Promise.resolve(disk.mood).then(() => act(...args))
    }
  return {
    createStore: () => ({}),
    get: access((key: string) => disk.kept.get(key)),
    set: access((key: string, value: string) => {
      if (disk.mood === 'full') throw new DOMException('full', 'QuotaExceededError')
      disk.kept.set(key, value)
    }),
    del: access((key: string) => disk.kept.delete(key)),
    delMany: access((keys: string[]) => keys.map((key) => disk.kept.delete(key))),
    keys: access(() => [...disk.kept.keys()]),
    entries: access(() => [...disk.kept]),
    clear: access(() => disk.kept.clear()),
  }
})

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  server.answer = ({ headers }) => ({ code: 1, data: { nickname: headers['x-dxx-token'] ?? 'guest' } })
})
afterEach(async () => {
  cleanup()
  forgetResponses(() => true)
  clearToken()
  disk.mood = 'well'
  await dropEndedSessions()
  disk.kept.clear()
  vi.restoreAllMocks()
  await server.close()
})

/** Watcher that sends no requests. */
const idle = { load: async () => {}, enabled: false, staleTime: 0, interval: false, onFocus: false } as const
const openProfile = () => renderHook(() => useCall('GET /v1/get_user_info', {})).result
const reload = () => {
  cleanup()
  forgetResponses(() => true)
}
const visit = async (token: string) => {
  act(() => setToken(token))
  const result = openProfile()
  await waitFor(() => expect(result.current.data?.nickname).toBe(token))
  await waitFor(() => expect(disk.kept.size).toBeGreaterThan(0))
}

describe('cached responses', () => {
  it('cached responses are shown after a reload without network', async () => {
    await visit('one')
    reload()
    server.answer = () => 'drop'
    const result = openProfile()
    await waitFor(() => expect(result.current.data?.nickname).toBe('one'))
  })

  it('cached responses are replaced by newer ones from the server', async () => {
    await visit('one')
    reload()
    let release = () => {}
    server.answer = () => new Promise((resolve) => (release = () => resolve({ code: 1, data: { nickname: '新名字' } })))
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 60_000)
    const result = openProfile()
    await waitFor(() => expect(result.current.data?.nickname).toBe('one'))
    await waitFor(() => expect(server.received).toHaveLength(2))
    release()
    await waitFor(() => expect(result.current.data?.nickname).toBe('新名字'))
    await waitFor(() => expect([...disk.kept.values()].join()).toContain('新名字'))
  })

  it('cached responses are removed when the session ends and never shown to the next user', async () => {
    await visit('one')
    const ofOne = answerKey('GET /v1/get_user_info', {})
    expect(await cachedAnswer(ofOne)).toEqual({ nickname: 'one' })
    server.answer = () => ({ code: 3, msg: '请先登录', data: { error: 'not-logged-in' } })
    await act(() => invalidateCalls('GET /v1/get_user_info'))
    await waitFor(() => expect(disk.kept.size).toBe(0))
    server.answer = () => 'hang'
    act(() => setToken('two'))
    const result = openProfile()
    await waitFor(() => expect(server.received).toHaveLength(3))
    expect(result.current.data).toBeUndefined()
    expect(stateOf(hashOf(ofOne)).data).toBeUndefined()
    act(() => setToken('one'))
    expect(await cachedAnswer(ofOne)).toBeUndefined()
  })

  it('cached responses are dropped and refetched when a session ends and another one begins at once', async () => {
    await visit('one')
    cleanup()
    const result = openProfile()
    expect(result.current.data?.nickname).toBe('one')
    server.answer = () => 'hang'
    const requestsBefore = server.received.length
    act(() => {
      clearToken()
      setToken('one')
    })
    await waitFor(() => expect(server.received).toHaveLength(requestsBefore + 1))
    expect(disk.kept.size).toBe(0)
    expect(result.current).toMatchObject({ data: undefined, isFetching: true })
  })

  it.each(['under way', 'just arrived'])('responses that are %s when the session ends are not cached', async (when) => {
    setToken('one')
    let arrive: () => void = () => {}
    server.answer = () =>
      new Promise((resolve) => {
        arrive = () => resolve({ code: 1, data: { nickname: 'one' } })
      })
    openProfile()
    const key = answerKey('GET /v1/get_user_info', {})
    const changed = () => stateOf(hashOf(key)).data !== undefined && clearToken()
    const stop = watchResponse(key, { ...idle, changed })
    await waitFor(() => expect(server.received).toHaveLength(1))
    if (when === 'under way') act(() => clearToken())
    arrive()
    await waitFor(() => expect(localStorage.getItem('dxx-app-token')).toBeNull())
    stop()
    // Writes are executed in order: after this write, the earlier response would have been written too.
    server.answer = () => ({ code: 1, data: {} })
    renderHook(() => useCall('GET /v1/get_config', {}))
    await waitFor(() => expect([...disk.kept.keys()].join()).toContain('get_config'))
    expect([...disk.kept.keys()].join()).not.toContain('get_user_info')
  })

  it('cached responses of ended sessions, other versions or older than a week are purged', async () => {
    await visit('one')
    const [[key, text]] = [...disk.kept] as [[string, string]]
    const entry = JSON.parse(text)
    disk.kept.set(key.replace(/"[0-9a-f]{32}"/, '"00000000000000000000000000000000"'), text)
    disk.kept.set(key.replace('get_user_info', 'version'), JSON.stringify({ ...entry, version: '2.4.3' }))
    const old = { ...entry, at: Date.now() - 8 * 24 * 3600 * 1000 }
    disk.kept.set(key.replace('get_user_info', 'old'), JSON.stringify(old))
    await sweepAnswers()
    expect([...disk.kept.keys()]).toEqual([key])
  })

  it('cached responses contain only the first page of a list', async () => {
    server.answer = ({ query }) => {
      const pageNo = Number(new URLSearchParams(query).get('pageNo'))
      return { code: 1, data: { list: [{ id: pageNo }], total: 2, pageNo, pageSize: 1, hasMore: true, lastItem: 'x' } }
    }
    const open = () => renderHook(() => usePagedCall('GET /v1/article_list', { pageSize: 1 })).result
    const result = open()
    await waitFor(() => expect(result.current.list).toHaveLength(1))
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.list).toHaveLength(2))
    const before = [...disk.kept.values()].join()
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 1000)
    await act(() => invalidateCalls('GET /v1/article_list'))
    expect(result.current.list).toHaveLength(2)
    await waitFor(() => expect([...disk.kept.values()].join()).not.toBe(before))
    reload()
    server.answer = () => 'hang'
    const again = open()
    await waitFor(() => expect(again.current.list).toEqual([{ id: 1 }]))
    expect(again.current.loadState).toBe('Default')
  })

  it('responses of calls with the option fresh are not cached', async () => {
    const { result } = renderHook(() => useCall('GET /v1/get_config', {}, { fresh: true }))
    await waitFor(() => expect(result.current.data).toBeDefined())
    renderHook(() => useCall('GET /v130/gvss', {}))
    await waitFor(() => expect(disk.kept.size).toBe(1))
    expect([...disk.kept.keys()].join()).not.toContain('get_config')
  })

  it('an error is shown only after the cached response was read', async () => {
    await visit('one')
    reload()
    let found = () => {}
    disk.mood = new Promise<void>((resolve) => (found = resolve))
    server.answer = () => ({ code: 0, msg: '出错了', data: { error: 'server-error' } })
    const read = vi.spyOn(Response.prototype, 'text')
    const result = openProfile()
    await waitFor(() => expect(read).toHaveBeenCalledTimes(1))
    await act(async () => {
      await read.mock.results[0]?.value
      // By the next task, the response has had all its effects.
      await new Promise((resolve) => setTimeout(resolve))
    })
    expect(result.current).toMatchObject({ data: undefined, error: null })
    found()
    await waitFor(() => expect(result.current.error?.msg).toBe('出错了'))
    expect(result.current.data?.nickname).toBe('one')
  })

  it('the whole cache is cleared when storage is full', async () => {
    await visit('one')
    disk.mood = 'full'
    renderHook(() => useCall('GET /v1/get_config', {}))
    await waitFor(() => expect(disk.kept.size).toBe(0))
  })

  it.each(['refusing', 'hanging'] as const)('a call works without its cache while storage is %s', async (mood) => {
    disk.mood = mood
    act(() => setToken('one'))
    const result = openProfile()
    await waitFor(() => expect(result.current.data?.nickname).toBe('one'), { timeout: 5000 })
  })
})
