import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../api/test-server'
import { clearToken, setToken } from '../../state/token'
import { LikeButton } from './like-button'

let server: TestServer
const releases: (() => void)[] = []
beforeEach(async () => {
  setToken('t')
  server = await startTestServer()
  releases.length = 0
  // Each response waits until the test releases it, as on a slow network.
  server.answer = async ({ body }) => {
    await new Promise<void>((resolve) => releases.push(resolve))
    const { on } = JSON.parse(body)
    return { code: 1, data: { on, count: on ? 4 : 3 } }
  }
})
afterEach(async () => {
  cleanup()
  clearToken()
  await server.close()
})

function Post() {
  const [item, setItem] = useState({ id: 'p', liked: false, likes: 3 })
  const show = (id: string, liked: boolean, likes: number) => {
    setItem({ id, liked, likes })
    return () => {}
  }
  return <LikeButton call="POST /v131/like_note" item={item} show={show} />
}

const button = () => screen.getByRole('button', { name: /点赞/ })
const state = () => [button().getAttribute('aria-pressed'), button().textContent]
const sent = () => server.received.map(({ body }) => JSON.parse(body).on)
const answerNext = async (number: number) => {
  await vi.waitFor(() => expect(releases).toHaveLength(number))
  await act(async () => releases[number - 1]!())
}

it('after two quick taps, button and server have the state that the last tap chose', async () => {
  render(<Post />)
  fireEvent.click(button())
  expect(state()).toEqual(['true', '4'])
  fireEvent.click(button())
  expect(state()).toEqual(['false', '3'])
  await answerNext(1)
  await answerNext(2)
  expect(sent()).toEqual([true, false])
  await vi.waitFor(() => expect(state()).toEqual(['false', '3']))
})

it('sends one request for three quick taps that end in the same state as the first', async () => {
  render(<Post />)
  for (let tap = 0; tap < 3; tap++) fireEvent.click(button())
  expect(state()).toEqual(['true', '4'])
  await answerNext(1)
  await vi.waitFor(() => expect(state()).toEqual(['true', '4']))
  expect(sent()).toEqual([true])
})

it('shows the stored state again if the server rejects the like', async () => {
  server.answer = () => ({ code: 0, msg: '内容已经删除' })
  render(<Post />)
  fireEvent.click(button())
  await vi.waitFor(() => expect(state()).toEqual(['false', '3']))
})
