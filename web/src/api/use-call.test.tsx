import type { StudentCallName } from '@dxx/contract/calls'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useToast } from '../state/flash'
import { clearToken, setToken } from '../state/token'
import { connectNavigation } from './navigation'
import { forgetResponses } from './query'
import { retryPauses } from './read-call'
import { type Reply, startTestServer, type TestServer } from './test-server'
import { useAction } from './use-action'
import { type GetName, invalidateCalls, useCall } from './use-call'
import { usePagedCall } from './use-paged-call'

vi.mock('@dxx/contract/meta', async (original) => {
  const meta = await original<typeof import('@dxx/contract/meta')>()
  const added: Record<string, unknown> = { 'POST /v1/keyed': 'keyed', 'GET /v1/writing': 'natural' }
  return { ...meta, writeModeOf: (name: StudentCallName) => added[name] ?? meta.writeModeOf(name) }
})
const keyed = 'POST /v1/keyed' as StudentCallName
const inputs = (text: string) => ({ text }) as never

const toLogin = vi.fn()
connectNavigation({ toLogin, navigateTo: () => {}, reload: () => {} })

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  retryPauses.fill(1)
})
afterEach(async () => {
  cleanup()
  forgetResponses(() => true)
  clearToken()
  toLogin.mockClear()
  sessionStorage.clear()
  vi.restoreAllMocks()
  await server.close()
})

const params = (index: number) => Object.fromEntries(new URLSearchParams(server.received[index]?.query))

describe('useCall', () => {
  it('returns the data and refetches when invalidated', async () => {
    let version = 1
    server.answer = () => ({ code: 1, data: { version: `${version++}` } })
    const { result } = renderHook(() => useCall('GET /v1/get_config', {}))
    await waitFor(() => expect(result.current.data?.version).toBe('1'))
    await act(() => invalidateCalls('GET /v1/get_config'))
    await waitFor(() => expect(result.current.data?.version).toBe('2'))
  })

  it('retries at most twice after a network error, but not after a refusal', async () => {
    server.answer = () => 'drop'
    const lost = renderHook(() => useCall('GET /v1/get_config', {})).result
    await waitFor(() => expect(lost.current.error?.name).toBe('network'))
    expect(server.received).toHaveLength(3)
    server.answer = () => ({ code: 0, msg: '不行', data: { error: 'server-error' } })
    const refused = renderHook(() => useCall('GET /v130/gvss', {})).result
    await waitFor(() => expect(refused.current.error?.msg).toBe('不行'))
    expect(server.received).toHaveLength(4)
  })

  it('waits for a login if one is required, refetches for each session, and stops at code 3', async () => {
    server.answer = ({ headers }) => ({ code: 1, data: { nickname: headers['x-dxx-token'] } })
    const { result } = renderHook(() => useCall('GET /v1/get_user_info', {}))
    expect(result.current.isFetching).toBe(false)
    act(() => setToken('one'))
    await waitFor(() => expect(result.current.data?.nickname).toBe('one'))
    act(() => setToken('two'))
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.data?.nickname).toBe('two'))

    server.answer = () => ({ code: 3, msg: '请先登录', data: { error: 'not-logged-in' } })
    await act(() => invalidateCalls('GET /v1/get_user_info'))
    await waitFor(() => expect(toLogin).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(result.current.data).toBeUndefined()
    expect(server.received).toHaveLength(3)
  })

  it('useCall throws for a GET call that writes, which must use useAction', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => renderHook(() => useCall('GET /v1/writing' as GetName, {} as never))).toThrow('useAction')
  })
})

describe('usePagedCall', () => {
  const article = (id: number) => ({ id: String(id), title: `第${id}篇`, summary: '', publishedAt: 0 })
  const page = (pageNo: number, ids: number[], hasMore: boolean): Reply => ({
    code: 1,
    data: { list: ids.map(article), total: 5, pageNo, pageSize: 2, hasMore, lastItem: hasMore ? `after-${ids}` : null },
  })
  const open = () => renderHook(() => usePagedCall('GET /v1/article_list', { pageSize: 2 })).result

  it('usePagedCall goes from Loading through Default to NoMore, sends lastItem, and removes duplicate items', async () => {
    const pages = [page(1, [1, 2], true), page(2, [2, 3], true), page(3, [4], true)]
    let release = () => {}
    server.answer = ({ query }) => {
      if (!query.includes('pageNo=2')) return pages.shift()!
      return new Promise((resolve) => (release = () => resolve(pages.shift()!)))
    }
    const result = open()
    expect(result.current).toMatchObject({ list: [], loadState: 'Loading', firstPageFailed: false, total: undefined })
    await waitFor(() => expect(result.current.loadState).toBe('Default'))
    expect(params(0)).toEqual({ pageNo: '1', pageSize: '2', from: 'first' })

    act(() => {
      result.current.loadMore()
      result.current.loadMore()
    })
    await waitFor(() => expect(server.received).toHaveLength(2))
    await waitFor(() => expect(result.current.loadState).toBe('Loading'))
    release()
    await waitFor(() => expect(result.current.loadState).toBe('Default'))
    expect(params(1)).toEqual({ pageNo: '2', pageSize: '2', from: 'more', lastItem: 'after-1,2' })
    expect(result.current.list.map(({ id }) => id)).toEqual(['1', '2', '3'])

    act(() => result.current.loadMore())
    // A page with fewer items than pageSize is the last one, although the response has hasMore.
    await waitFor(() => expect(result.current.loadState).toBe('NoMore'))
    expect(params(2)).toMatchObject({ pageNo: '3', lastItem: 'after-2,3' })
    act(() => result.current.loadMore())
    expect(result.current).toMatchObject({ loadState: 'NoMore', total: 5 })
    expect(server.received).toHaveLength(3)
  })

  it('the state of an empty list is NoMore', async () => {
    server.answer = () => page(1, [], false)
    const result = open()
    await waitFor(() => expect(result.current.loadState).toBe('NoMore'))
    expect(result.current).toMatchObject({ list: [], firstPageFailed: false })
  })

  it('loadMore retries a failed first page and a failed later page', async () => {
    const fail: Reply = { code: 0, msg: '出错了', data: { error: 'server-error' } }
    const replies = [fail, page(1, [1, 2], true), fail, page(2, [3, 4], false)]
    server.answer = () => replies.shift()!
    const result = open()
    await waitFor(() => expect(result.current.loadState).toBe('Fail'))
    expect(result.current).toMatchObject({ firstPageFailed: true, error: { msg: '出错了' } })
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.loadState).toBe('Default'))
    expect(result.current.firstPageFailed).toBe(false)
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.loadState).toBe('Fail'))
    expect(result.current.firstPageFailed).toBe(false)
    expect(result.current.list).toHaveLength(2)
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.loadState).toBe('NoMore'))
    expect(result.current.list.map(({ id }) => id)).toEqual(['1', '2', '3', '4'])
  })

  it('refresh restarts with the first page and discards a later page still in transit', async () => {
    let late: (reply: Reply) => void = () => {}
    server.answer = ({ query }) => {
      const { pageNo, from } = Object.fromEntries(new URLSearchParams(query))
      if (pageNo === '3') return new Promise<Reply>((resolve) => (late = resolve))
      if (from === 'refresh') return page(1, [9, 1], true)
      return page(Number(pageNo), pageNo === '1' ? [1, 2] : [3, 4], true)
    }
    const result = open()
    await waitFor(() => expect(result.current.list).toHaveLength(2))
    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.list).toHaveLength(4))
    act(() => result.current.loadMore())
    await waitFor(() => expect(server.received).toHaveLength(3))

    const refreshed = act(() => result.current.refresh())
    late(page(3, [5, 6], true))
    expect(await refreshed).toBe(true)
    await waitFor(() => expect(result.current.list.map(({ id }) => id)).toEqual(['9', '1']))
    expect(result.current).toMatchObject({ loadState: 'Default', refreshing: false })
    expect(params(3)).toEqual({ pageNo: '1', pageSize: '2', from: 'refresh' })
    expect(server.received).toHaveLength(4)

    act(() => result.current.loadMore())
    await waitFor(() => expect(result.current.list).toHaveLength(4))
    expect(params(4)).toMatchObject({ pageNo: '2', lastItem: 'after-9,1' })
  })

  it('usePagedCall keeps its list when refreshing fails', async () => {
    server.answer = () => page(1, [1, 2], true)
    const result = open()
    await waitFor(() => expect(result.current.list).toHaveLength(2))
    server.answer = () => ({ code: 0, msg: '出错了', data: { error: 'server-error' } })
    expect(await act(() => result.current.refresh())).toBe(false)
    await waitFor(() => expect(result.current.error?.msg).toBe('出错了'))
    expect(result.current.list).toHaveLength(2)
    expect(result.current).toMatchObject({ loadState: 'Default', firstPageFailed: false, refreshing: false })
  })
})

describe('useAction runs once for repeated taps', () => {
  const sentKeys = () => server.received.map(({ headers }) => headers['idempotency-key'])
  beforeEach(() => setToken('token'))

  it('useAction runs once for repeated taps', async () => {
    const onDone = vi.fn()
    const { result } = renderHook(() => useAction(keyed, { onDone }))
    server.answer = () => ({ code: 1, data: { ok: true } })
    const answers = await act(() => Promise.all([1, 2, 3].map(() => result.current.run(inputs('甲')))))
    expect(answers).toEqual([{ ok: true }, undefined, undefined])
    expect(onDone).toHaveBeenCalledExactlyOnceWith({ ok: true }, { text: '甲' })
    expect(result.current.running).toBe(false)
  })

  it('a retry of the same input sends the same key until the server has decided, also after a remount', async () => {
    const { result } = renderHook(() => useAction(keyed))
    const replies: Reply[] = [
      'drop',
      { code: 1, data: {} },
      { code: 0, status: 503 },
      { code: 1, data: {} },
      { code: 1, data: {} },
    ]
    server.answer = () => replies.shift()!
    await act(() => result.current.run(inputs('甲')))
    expect(useToast.getState().text).toBe('连不上服务器，请稍后再试')
    await act(() => result.current.run(inputs('乙')))
    cleanup()
    const again = renderHook(() => useAction(keyed)).result
    await act(() => again.current.run(inputs('甲')))
    await act(() => again.current.run(inputs('甲')))
    await act(() => again.current.run(inputs('甲')))
    const [lost, other, overloaded, done, next] = sentKeys()
    expect(other).not.toBe(lost)
    expect([overloaded, done]).toEqual([lost, lost])
    expect(next).not.toBe(lost)
  })

  it('shows the message of a refusal and uses a new key afterwards', async () => {
    server.answer = () => ({ code: 0, msg: '内容不合适', data: { error: 'invalid-input' } })
    const { result } = renderHook(() => useAction(keyed))
    await act(() => result.current.run(inputs('甲')))
    expect(useToast.getState().text).toBe('内容不合适')
    await act(() => result.current.run(inputs('甲')))
    const [first, second] = sentKeys()
    expect(first).not.toBe(second)
  })

  it('shows no toast if the page handles the error or the user already sees a prompt', async () => {
    const before = useToast.getState().id
    const onError = vi.fn()
    server.answer = () => ({ code: 7, msg: '购买后即可学习', data: { error: 'not-purchased' } })
    const handled = renderHook(() => useAction(keyed, { onError })).result
    await act(() => handled.current.run(inputs('甲')))
    expect(onError).toHaveBeenCalledOnce()
    server.answer = () => ({ code: 5, msg: '请先绑定手机号', data: { error: 'mobile-required' } })
    const action = renderHook(() => useAction(keyed)).result
    await act(() => action.current.run(inputs('甲')))
    expect(useToast.getState().id).toBe(before)
  })
})

/** Type tests, never called: the build fails if a line marked as an error compiles. */
export function useTypesAsDeclared() {
  const banner = useCall('GET /v130/banner_info', { id: '' })
  banner.data?.html.trim()
  // @ts-expect-error the response has no such field
  banner.data?.nothing
  // @ts-expect-error the id is missing
  useCall('GET /v130/banner_info', {})
  // @ts-expect-error the id is a string
  useCall('GET /v130/banner_info', { id: 1 })
  // @ts-expect-error there is no such call
  useCall('GET /v1/no_such_call', {})
  // @ts-expect-error a POST must use useAction
  useCall('POST /v1/login_out', {})
  // @ts-expect-error the response is not a paged list
  usePagedCall('GET /v1/get_config', {})
  // @ts-expect-error the hook sets pageNo itself
  usePagedCall('GET /v1/article_list', { pageNo: 2 })
  usePagedCall('GET /v1/article_list', {}).list[0]?.title.trim()
  const { run } = useAction('POST /v1/login_password', { onDone: ({ token }) => token.trim() })
  // @ts-expect-error the password is missing
  run({ mobile: '' })
}
