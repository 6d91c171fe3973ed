import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectNavigation } from '../../api/navigation'
import { startTestServer, type TestServer } from '../../api/test-server'
import { useCall } from '../../api/use-call'
import { rememberUser } from '../../state/owner'
import { clearToken, setToken } from '../../state/token'
import { sendHeartbeat, sendPendingHeartbeats, unsentSecond } from './heartbeats'

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

const answer = { percent: 10, done: false }
const heartbeat = (session: string, seconds: number, second = seconds) => ({
  id: 'course',
  chapterId: 'lesson',
  session,
  seconds,
  at: 1000 + seconds,
  second,
  watched: [[0, second]] as [number, number][],
})
const sent = (server: TestServer) => server.received.map(({ body }) => JSON.parse(body))

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  setToken('token-of-a')
  rememberUser('token-of-a', 'a')
})
afterEach(async () => {
  cleanup()
  clearToken()
  localStorage.clear()
  await server.close()
})

it('resends an unconfirmed heartbeat exactly once, after the next heartbeat', async () => {
  server.answer = () => 'drop'
  expect(await sendHeartbeat('POST /v1/course_speed', heartbeat('one', 30))).toBeNull()
  expect(unsentSecond('lesson')).toBe(30)
  server.received.length = 0
  server.answer = () => ({ code: 1, data: answer })
  expect(await sendHeartbeat('POST /v1/course_speed', heartbeat('two', 15))).toEqual(answer)
  await sendPendingHeartbeats()
  await expect
    .poll(() => sent(server).map(({ session, seconds }) => [session, seconds]))
    .toEqual([
      ['two', 15],
      ['one', 30],
    ])
  // Polls, because the heartbeat is removed here only when the server's response arrives.
  await expect.poll(() => unsentSecond('lesson')).toBeNull()
})

it('homework that is shown is loaded again when a heartbeat arrives that was stored without network', async () => {
  server.answer = () => 'drop'
  await sendHeartbeat('POST /v1/course_speed', heartbeat('one', 30))
  let percent = 0
  server.answer = ({ path }) => {
    if (path.endsWith('/assignment')) return { code: 1, data: { percent } }
    percent = 100
    return { code: 1, data: answer }
  }
  const { result } = renderHook(() => useCall('GET /v1/assignment', { id: 'a' }))
  await expect.poll(() => result.current.data).toEqual({ percent: 0 })
  await sendPendingHeartbeats()
  await expect.poll(() => result.current.data).toEqual({ percent: 100 })
})

it('a later heartbeat of the same study session replaces the unconfirmed one', async () => {
  server.answer = () => 'drop'
  await sendHeartbeat('POST /v1/course_speed', heartbeat('one', 15))
  await sendHeartbeat('POST /v1/course_speed', heartbeat('one', 45))
  server.received.length = 0
  server.answer = () => ({ code: 1, data: answer })
  await sendPendingHeartbeats()
  expect(sent(server).map(({ seconds }) => seconds)).toEqual([45])
})

it('a rejected heartbeat is not sent again', async () => {
  server.answer = () => ({ code: 7, msg: '购买后即可学习', data: { error: 'not-purchased' } })
  expect(await sendHeartbeat('POST /v1/course_speed', heartbeat('one', 15))).toBeNull()
  server.received.length = 0
  await sendPendingHeartbeats()
  expect(server.received).toEqual([])
})

it('does not send pending heartbeats of the user who was logged in before', async () => {
  server.answer = () => 'drop'
  await sendHeartbeat('POST /v1/course_speed', heartbeat('one', 15))
  setToken('token-of-b')
  rememberUser('token-of-b', 'b')
  server.received.length = 0
  server.answer = () => ({ code: 1, data: answer })
  await sendPendingHeartbeats()
  expect(server.received).toEqual([])
  expect(unsentSecond('lesson')).toBeNull()
})
