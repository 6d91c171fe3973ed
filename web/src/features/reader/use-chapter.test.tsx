import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectNavigation } from '../../api/navigation'
import { forgetResponses } from '../../api/query'
import { startTestServer, type TestServer } from '../../api/test-server'
import { invalidateCalls } from '../../api/use-call'
import { clearToken, setToken } from '../../state/token'
import { useChapter } from './use-chapter'

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  setToken('token')
})
afterEach(async () => {
  cleanup()
  forgetResponses(() => true)
  clearToken()
  await server.close()
})

it('requests name the cached revision; for an unchanged text the response has no text, and the rest of the chapter is updated', async () => {
  let [revision, discussions] = [3, 0]
  server.answer = ({ query }) => {
    const known = Number(new URLSearchParams(query).get('known'))
    const html = known === revision ? null : `<p data-p="1">第 ${revision} 版</p>`
    return { code: 1, data: { id: 'one', revision, html, discussions: { '': discussions } } }
  }
  const { result } = renderHook(() => useChapter('textbook', 'one'))
  await waitFor(() => expect(result.current.chapter?.html).toContain('第 3 版'))
  expect(server.received[0]!.query).toBe('id=one')

  discussions = 1
  await act(() => invalidateCalls('GET /v1/textbooks_view_chapter'))
  await waitFor(() => expect(result.current.chapter?.discussions).toEqual({ '': 1 }))
  expect(server.received[1]!.query).toBe('id=one&known=3')
  expect(result.current.chapter?.html).toContain('第 3 版')

  revision = 4
  await act(() => invalidateCalls('GET /v1/textbooks_view_chapter'))
  await waitFor(() => expect(result.current.chapter?.html).toContain('第 4 版'))
})
