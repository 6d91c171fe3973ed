import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clearToken } from '../state/token'
import { preloadCall, preloadList } from './preload'
import { forgetResponses, hashOf, stateOf } from './query'
import { retryPauses } from './read-call'
import { startTestServer, type TestServer } from './test-server'
import { answerKey, useCall } from './use-call'
import { usePagedCall } from './use-paged-call'

const config = 'GET /v1/get_config'
const known = () => stateOf(hashOf(answerKey(config, {})))

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  server.answer = () => ({ code: 1, data: { version: '1' } })
  retryPauses.fill(1)
})
afterEach(async () => {
  cleanup()
  forgetResponses(() => true)
  clearToken()
  await server.close()
})

it('a page joins a call that was sent before it, and shows a response that has already come', async () => {
  preloadCall(config, {})
  const { result } = renderHook(() => useCall(config, {}))
  await waitFor(() => expect(result.current.data?.version).toBe('1'))
  const later = renderHook(() => useCall(config, {}))
  expect(later.result.current.data?.version).toBe('1')
  expect(server.received).toHaveLength(1)
})

it('a response that comes before the page is kept, and is not requested again', async () => {
  preloadCall(config, {})
  await waitFor(() => expect(known().data).toEqual({ version: '1' }))
  preloadCall(config, {})
  const { result } = renderHook(() => useCall(config, {}))
  expect(result.current.data?.version).toBe('1')
  expect(server.received).toHaveLength(1)
})

it('a page sends a call again that failed before it', async () => {
  server.answer = () => ({ code: 0, msg: '错误' })
  preloadCall(config, {})
  await waitFor(() => expect(server.received).toHaveLength(1))
  await waitFor(() => expect(known().fetching).toBeNull())
  server.answer = () => ({ code: 1, data: { version: '2' } })
  const { result } = renderHook(() => useCall(config, {}))
  await waitFor(() => expect(result.current.data?.version).toBe('2'))
  expect(result.current.error).toBeNull()
})

it('the first page of a list is the one that the list requests', async () => {
  server.answer = () => ({ code: 1, data: { list: [{ id: '1' }], total: 1, hasMore: false, pageNo: 1, pageSize: 10 } })
  preloadList('GET /v1/article_list')
  const { result } = renderHook(() => usePagedCall('GET /v1/article_list', {}))
  await waitFor(() => expect(result.current.list).toEqual([{ id: '1' }]))
  expect(server.received.map(({ query }) => query)).toEqual(['pageSize=10&pageNo=1&from=first'])
})

it('a guest sends no call that needs a login', async () => {
  preloadCall('GET /v130/study_statistics', {})
  preloadList('GET /v130/study_afoot')
  preloadCall(config, {})
  await waitFor(() => expect(known().data).toBeDefined())
  expect(server.received.map(({ path }) => path)).toEqual(['/api/v1/get_config'])
})
