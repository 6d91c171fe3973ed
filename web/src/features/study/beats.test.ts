import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectNavigation } from '../../api/navigation'
import { startTestServer, type TestServer } from '../../api/test-server'
import { rememberUser } from '../../state/owner'
import { clearToken, setToken } from '../../state/token'
import { sendBeat, sendLeftBeats, unsentSecond } from './beats'

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

const answer = { percent: 10, done: false, totalPercent: 3, todayMinutes: 1 }
const beat = (session: string, seconds: number, second = seconds) => ({
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
  clearToken()
  localStorage.clear()
  await server.close()
})

it('what the server did not get goes along with the next beat, once', async () => {
  server.answer = () => 'drop'
  expect(await sendBeat('POST /v1/course_speed', beat('one', 30))).toBeNull()
  expect(unsentSecond('lesson')).toBe(30)
  server.received.length = 0
  server.answer = () => ({ code: 1, data: answer })
  expect(await sendBeat('POST /v1/course_speed', beat('two', 15))).toEqual(answer)
  await sendLeftBeats()
  await expect
    .poll(() => sent(server).map(({ session, seconds }) => [session, seconds]))
    .toEqual([
      ['two', 15],
      ['one', 30],
    ])
  // The server has it a moment before the answer is here.
  await expect.poll(() => unsentSecond('lesson')).toBeNull()
})

it('a later beat of the same session takes the place of the one that was lost', async () => {
  server.answer = () => 'drop'
  await sendBeat('POST /v1/course_speed', beat('one', 15))
  await sendBeat('POST /v1/course_speed', beat('one', 45))
  server.received.length = 0
  server.answer = () => ({ code: 1, data: answer })
  await sendLeftBeats()
  expect(sent(server).map(({ seconds }) => seconds)).toEqual([45])
})

it('what the server refuses is not sent again', async () => {
  server.answer = () => ({ code: 7, msg: '购买后即可学习', data: { error: 'not-purchased' } })
  expect(await sendBeat('POST /v1/course_speed', beat('one', 15))).toBeNull()
  server.received.length = 0
  await sendLeftBeats()
  expect(server.received).toEqual([])
})

it('nobody sends the beats of another', async () => {
  server.answer = () => 'drop'
  await sendBeat('POST /v1/course_speed', beat('one', 15))
  setToken('token-of-b')
  rememberUser('token-of-b', 'b')
  server.received.length = 0
  server.answer = () => ({ code: 1, data: answer })
  await sendLeftBeats()
  expect(server.received).toEqual([])
  expect(unsentSecond('lesson')).toBeNull()
})
