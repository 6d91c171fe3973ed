import { appConstants } from '@dxx/contract/rules/constants'
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react'
import { Activity, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PageContext } from '../router/page-context'
import { clearToken, setToken } from '../state/token'
import { connectNavigation } from './navigation'
import { forgetResponses, hashOf, oldestShown, stateOf } from './query'
import { readCall, retryPauses } from './read-call'
import { type Reply, startTestServer, type TestServer } from './test-server'
import { answerKey, changeAnswers, invalidateCalls, type UseCallOptions, useCall } from './use-call'
import { usePagedCall } from './use-paged-call'

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

let server: TestServer
let version: number
beforeEach(async () => {
  server = await startTestServer()
  version = 0
  server.answer = () => ({ code: 1, data: { version: `${++version}` } })
  retryPauses.fill(1)
})
afterEach(async () => {
  cleanup()
  forgetResponses(() => true)
  vi.useRealTimers()
  vi.restoreAllMocks()
  clearToken()
  localStorage.clear()
  await server.close()
})

const config = 'GET /v1/get_config'
const open = (options?: UseCallOptions) => renderHook(() => useCall(config, {}, options)).result
const known = () => stateOf(hashOf(answerKey(config, {})))
const arrives = (result: ReturnType<typeof open>, text: string) =>
  waitFor(() => expect(result.current.data?.version).toBe(text))
const advance = (seconds: number) => {
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + seconds * 1000)
}
/** Expects that no request was started; a started request changes the state at once. */
const nothingAsked = () => expect(known().fetching).toBeNull()
const show = (visible: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!visible)
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('requests of useCall', () => {
  it('a request is sent once for all watchers, and an equal response keeps the old data object', async () => {
    server.answer = () => ({ code: 1, data: { version: 'same' } })
    const fetching: boolean[] = []
    const both = () => {
      const results = [useCall(config, {}), useCall(config, {})] as const
      fetching.push(results[0].isFetching)
      return results
    }
    const { result } = renderHook(both, { wrapper: StrictMode })
    expect(result.current[0]).toMatchObject({ data: undefined, isPending: true })
    expect(fetching).not.toContain(false)
    await waitFor(() => expect(result.current[1].data?.version).toBe('same'))
    expect(result.current[0].data).toBe(result.current[1].data)
    expect(server.received).toHaveLength(1)

    const before = result.current[0].data
    expect(await act(() => result.current[0].refetch())).toBe(true)
    expect(server.received).toHaveLength(2)
    expect(result.current[0].data).toBe(before)
  })

  it('requests are aborted when the last watcher unmounts, and sent again for a new watcher', async () => {
    const sent = vi.spyOn(globalThis, 'fetch')
    const answer = server.answer
    server.answer = () => 'hang'
    const { result, unmount } = renderHook(() => useCall(config, {}))
    await waitFor(() => expect(server.received).toHaveLength(1))
    const { signal } = sent.mock.calls[0]![1]!
    unmount()
    await waitFor(() => expect(signal?.aborted).toBe(true))
    expect(result.current.error).toBeNull()
    expect(known()).toMatchObject({ fetching: null, error: null })
    server.answer = answer
    await arrives(open(), '1')
  })

  it('requests continue when the page is replaced by another page with the same call', async () => {
    let release = () => {}
    server.answer = () => new Promise((resolve) => (release = () => resolve({ code: 1, data: { version: '1' } })))
    const Page = () => <p>第 {useCall(config, {}).data?.version ?? '-'} 版</p>
    const { rerender } = render(<Page key="a" />)
    await waitFor(() => expect(server.received).toHaveLength(1))
    rerender(<Page key="b" />)
    release()
    await screen.findByText('第 1 版')
    expect(server.received).toHaveLength(1)
  })

  it('requests in progress are replaced when the call is invalidated', async () => {
    let first: (reply: Reply) => void = () => {}
    server.answer = () => new Promise((resolve) => (first = resolve))
    const result = open()
    await waitFor(() => expect(server.received).toHaveLength(1))
    server.answer = () => ({ code: 1, data: { version: 'after' } })
    await act(() => invalidateCalls(config))
    first({ code: 1, data: { version: 'before' } })
    expect(result.current.data?.version).toBe('after')
  })

  it('requests are not retried offline, and going online refetches stale data', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const answer = server.answer
    server.answer = () => 'drop'
    const result = open()
    await waitFor(() => expect(result.current.error?.name).toBe('network'))
    expect(server.received).toHaveLength(1)
    expect(result.current.isPending).toBe(false)

    online.mockReturnValue(true)
    server.answer = answer
    act(() => void dispatchEvent(new Event('online')))
    await arrives(result, '1')
    expect(result.current.error).toBeNull()

    act(() => void dispatchEvent(new Event('online')))
    nothingAsked()
  })

  it('requests are never sent with the token of another session', async () => {
    setToken('one')
    const result = open({ staleTime: 0 })
    await arrives(result, '1')
    const hash = hashOf(answerKey(config, {}))
    // Another tab has logged in, but this tab has not received its storage event yet.
    localStorage.setItem(appConstants.tokenKey, 'two')
    act(() => void dispatchEvent(new Event('online')))
    expect(stateOf(hash).fetching).toBeNull()
    expect(await act(() => result.current.refetch())).toBe(false)
    act(() => void dispatchEvent(new StorageEvent('storage', { key: appConstants.tokenKey })))
    await arrives(result, '2')
    expect(server.received.at(-1)?.headers['x-dxx-token']).toBe('two')
  })

  it('requests are not retried after another user has logged in', async () => {
    server.answer = () => {
      localStorage.setItem(appConstants.tokenKey, 'another-tab')
      return 'drop'
    }
    await expect(readCall(config, {}, new AbortController().signal)).rejects.toMatchObject({ name: 'network' })
    expect(server.received).toHaveLength(1)
  })

  it('requests are repeated at the interval while the page is visible', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { result, unmount } = renderHook(() => useCall(config, {}, { refetchInterval: 2000 }))
    await vi.waitFor(() => expect(result.current.data?.version).toBe('1'))
    act(() => void vi.advanceTimersByTime(2000))
    await vi.waitFor(() => expect(result.current.data?.version).toBe('2'))
    show(false)
    act(() => void vi.advanceTimersByTime(4000))
    nothingAsked()
    show(true)
    act(() => void vi.advanceTimersByTime(2000))
    await vi.waitFor(() => expect(result.current.data?.version).toBe('3'))
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([
    [true, '2'],
    [false, '1'],
  ])('with refetchOnWindowFocus %s, returning to the window shows version %s', async (refetchOnWindowFocus, shown) => {
    const result = open({ refetchOnWindowFocus })
    await arrives(result, '1')
    act(() => show(true))
    nothingAsked()
    advance(31)
    act(() => show(true))
    expect(known().fetching).toBe(refetchOnWindowFocus ? 'load' : null)
    await arrives(result, shown)
  })
})

describe('responses of useCall', () => {
  it('responses of a hidden page are shown at once when the page returns, and refetched only if stale', async () => {
    const seen: string[] = []
    function Page() {
      const { data } = useCall(config, {})
      seen.push(data?.version ?? '-')
      return <p>第 {data?.version ?? '-'} 版</p>
    }
    const page = (mode: 'visible' | 'hidden') => (
      <StrictMode>
        <Activity mode={mode}>
          <Page />
        </Activity>
      </StrictMode>
    )
    const { rerender } = render(page('visible'))
    await screen.findByText('第 1 版')
    rerender(page('hidden'))
    seen.length = 0
    rerender(page('visible'))
    nothingAsked()
    rerender(page('hidden'))
    advance(31)
    rerender(page('visible'))
    await screen.findByText('第 2 版')
    expect(seen).not.toContain('-')
    expect(server.received).toHaveLength(2)
  })

  it('responses without watchers are dropped after half an hour', async () => {
    await arrives(open(), '1')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    cleanup()
    await Promise.resolve()
    vi.advanceTimersByTime(30 * 60_000 - 1)
    expect(known().data).toEqual({ version: '1' })
    vi.advanceTimersByTime(1)
    expect(known().data).toBeUndefined()
  })

  it('responses of calls with the option fresh are never shown from the cache', async () => {
    await arrives(open(), '1')
    const { result, unmount } = renderHook(() => useCall(config, {}, { fresh: true }))
    expect(result.current.isPending).toBe(true)
    await waitFor(() => expect(result.current.data?.version).toBe('2'))
    unmount()
    await Promise.resolve()
    const again = open({ fresh: true })
    expect(again.current.isPending).toBe(true)
    await arrives(again, '3')
  })

  it('the cache key does not depend on the order of the input fields', () => {
    expect(hashOf(['s', 'n', { a: 1, b: { c: 2, d: [2, 1] }, e: undefined }])).toBe(
      hashOf(['s', 'n', { b: { d: [2, 1], c: 2 }, a: 1 }]),
    )
    expect(hashOf(['s', 'n', { a: [1, 2] }])).not.toBe(hashOf(['s', 'n', { a: [2, 1] }]))
  })

  it('responses can be changed optimistically, and the change can be undone, even while a request is in progress', async () => {
    const result = open()
    await arrives(result, '1')
    let undo = () => {}
    act(() => {
      undo = changeAnswers(config, (data) => ({ ...data, version: '先改' }))
    })
    expect(result.current.data?.version).toBe('先改')
    act(() => undo())
    expect(result.current.data?.version).toBe('1')

    // The response to a request sent before the change is ignored. After a later response, the undo function has no
    // effect.
    let late: (reply: Reply) => void = () => {}
    server.answer = () => new Promise((resolve) => (late = resolve))
    act(() => void result.current.refetch())
    await waitFor(() => expect(server.received).toHaveLength(2))
    act(() => {
      undo = changeAnswers(config, (data) => ({ ...data, version: '再改' }))
    })
    nothingAsked()
    late({ code: 1, data: { version: '1' } })
    server.answer = () => ({ code: 1, data: { version: '再改' } })
    await act(() => invalidateCalls(config))
    act(() => undo())
    expect(result.current).toMatchObject({ data: { version: '再改' }, isFetching: false })
  })
})

describe('paged lists', () => {
  const page = (pageNo: number, ids: number[]): Reply => ({
    code: 1,
    data: { list: ids.map((id) => ({ id })), total: 9, pageNo, pageSize: 2, hasMore: true, lastItem: `after-${ids}` },
  })
  const requestedPages = () => server.received.map(({ query }) => Number(new URLSearchParams(query).get('pageNo')))
  const openList = () => renderHook(() => usePagedCall('GET /v1/article_list', { pageSize: 2 }))
  const ids = ({ current }: ReturnType<typeof openList>['result']) => current.list.map(({ id }) => Number(id))
  beforeEach(() => {
    server.answer = ({ query }) => {
      const pageNo = Number(new URLSearchParams(query).get('pageNo'))
      return page(pageNo, [pageNo * 2 - 1, pageNo * 2])
    }
  })

  it('paged lists load the next page only after the running refresh, once for two calls', async () => {
    const answer = server.answer
    const { result } = openList()
    await waitFor(() => expect(ids(result)).toEqual([1, 2]))
    let release = () => {}
    server.answer = () => new Promise((resolve) => (release = () => resolve(page(1, [7, 8]))))
    act(() => void result.current.refresh())
    await waitFor(() => expect(requestedPages()).toEqual([1, 1]))
    act(() => {
      result.current.loadMore()
      result.current.loadMore()
    })
    server.answer = answer
    release()
    await waitFor(() => expect(ids(result)).toEqual([7, 8, 3, 4]))
    expect(requestedPages()).toEqual([1, 1, 2])
    expect(server.received[2]?.query).toContain('after-7')
  })

  it('paged lists of several pages are refetched when invalidated, but not when stale', async () => {
    const { result, unmount } = openList()
    await waitFor(() => expect(ids(result)).toEqual([1, 2]))
    act(() => result.current.loadMore())
    await waitFor(() => expect(ids(result)).toEqual([1, 2, 3, 4]))
    unmount()
    advance(3600)
    const old = openList()
    expect(ids(old.result)).toEqual([1, 2, 3, 4])
    expect(old.result.current.refreshing).toBe(false)
    old.unmount()
    await invalidateCalls('GET /v1/article_list')
    expect(requestedPages()).toEqual([1, 2])
    server.answer = ({ query }) => (query.includes('pageNo=1') ? page(1, [5, 1]) : page(2, [2, 3]))
    const again = openList()
    expect(ids(again.result)).toEqual([1, 2, 3, 4])
    expect(again.result.current.refreshing).toBe(true)
    await waitFor(() => expect(ids(again.result)).toEqual([5, 1, 2, 3]))
    expect(requestedPages()).toEqual([1, 2, 1, 2])
  })

  it('paged lists are changed optimistically page by page', async () => {
    const { result } = openList()
    await waitFor(() => expect(ids(result)).toEqual([1, 2]))
    act(() => result.current.loadMore())
    await waitFor(() => expect(ids(result)).toEqual([1, 2, 3, 4]))
    let undo = () => {}
    act(() => {
      undo = changeAnswers('GET /v1/article_list', (data) => ({
        ...data,
        list: data.list.filter(({ id }) => Number(id) !== 3),
      }))
    })
    expect(ids(result)).toEqual([1, 2, 4])
    act(() => undo())
    expect(ids(result)).toEqual([1, 2, 3, 4])
  })
})

describe('age of the data that a page shows', () => {
  const page = (key: string) => ({ path: 'pages/index/index', query: {}, key, active: true })
  function Reads({ options }: { options?: UseCallOptions }) {
    return <p>{useCall(config, {}, options).data?.version ?? '骨架'}</p>
  }
  const shown = (key: string, options?: UseCallOptions) =>
    render(
      <PageContext value={page(key)}>
        <Reads options={options} />
      </PageContext>,
    )

  it('the age of a page counts only its own responses, not those of other pages, the frame or supporting calls', async () => {
    const before = Date.now()
    shown('one')
    shown('supported', { supporting: true })
    render(<Reads />)
    await waitFor(() => expect(screen.getAllByText('1')).toHaveLength(3))
    expect(oldestShown('one')).toBeGreaterThanOrEqual(before)
    expect(oldestShown('two')).toBe(Number.POSITIVE_INFINITY)
    expect(oldestShown('supported')).toBe(Number.POSITIVE_INFINITY)
  })

  it('the age of a page that shows an error is undefined', async () => {
    server.answer = () => 'drop'
    shown('failing')
    await waitFor(() => expect(known().error).not.toBeNull())
    expect(oldestShown('failing')).toBe(Number.POSITIVE_INFINITY)
  })

  it('the age of a page that is shown again from memory is that of its old response', async () => {
    const view = (mode: 'visible' | 'hidden') => (
      <Activity mode={mode}>
        <PageContext value={page('tab')}>
          <Reads />
        </PageContext>
      </Activity>
    )
    const { rerender } = render(view('visible'))
    await waitFor(() => expect(known().givenAt).toBeGreaterThan(0))
    const at = known().givenAt
    rerender(view('hidden'))
    await waitFor(() => expect(oldestShown('tab')).toBe(Number.POSITIVE_INFINITY))
    server.answer = () => 'drop'
    advance(120)
    rerender(view('visible'))
    await waitFor(() => expect(oldestShown('tab')).toBe(at))
  })
})
