import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetResponses } from '../../api/query'
import { retryPauses } from '../../api/read-call'
import { startTestServer } from '../../api/test-server'
import { PageContext } from '../../router/page-context'
import { setToken } from '../../state/token'
import { Conversation } from './conversation'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  forgetResponses(() => true)
  localStorage.clear()
})

const line = (id: number, from: 'user' | 'staff', text: string) => ({
  id,
  from,
  text,
  images: [],
  videos: [],
  createdAt: id,
})

it('shows a staff reply at the next poll if the first attempt to load it failed', async () => {
  retryPauses.fill(1)
  Element.prototype.scrollIntoView = () => {}
  const messages = [line(1, 'user', '课程打不开')]
  let broken = false
  const server = await startTestServer()
  server.answer = ({ query }) => {
    const whole = query.includes('pageSize=20')
    if (whole && broken) return { code: 99, msg: '服务器忙' }
    const list = messages.slice(0, whole ? 20 : 1)
    return { code: 1, data: { list, total: messages.length, pageNo: 1, pageSize: whole ? 20 : 1, hasMore: false } }
  }
  const wholes = () => server.received.filter(({ query }) => query.includes('pageSize=20')).length
  setToken('token')
  const timers = vi.spyOn(globalThis, 'setInterval')
  const look = () => act(() => timers.mock.calls.findLast(([, every]) => every === 15_000)?.[0]())
  const page = { path: 'pages/help/contact', query: {}, key: '1', active: true }
  render(
    <PageContext value={page}>
      <Conversation />
    </PageContext>,
  )
  await screen.findByText('课程打不开')

  messages.unshift(line(2, 'staff', '已经修好'))
  broken = true
  const requestsBefore = wholes()
  // Polls repeatedly, because a refresh during a running request sends no new request.
  await waitFor(() => {
    look()
    expect(wholes()).toBeGreaterThan(requestsBefore)
  })
  expect(screen.queryByText('已经修好')).toBeNull()
  broken = false
  await waitFor(() => {
    look()
    screen.getByText('已经修好')
  })
  await server.close()
})
