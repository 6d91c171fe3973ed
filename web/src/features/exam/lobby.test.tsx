import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, it, vi } from 'vitest'
import { connectNavigation } from '../../api/navigation'
import { forgetResponses } from '../../api/query'
import { startTestServer, type TestServer } from '../../api/test-server'
import { clearToken, setToken } from '../../state/token'
import { ExamLobby } from './lobby'

connectNavigation({ toLogin: () => {}, navigateTo: () => {}, reload: () => {} })

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
  setToken('token')
})
afterEach(async () => {
  cleanup()
  forgetResponses(() => true)
  vi.useRealTimers()
  clearToken()
  await server.close()
})

const patient = { timeout: 10_000 }

const exam = (permission: object) => ({
  id: 'e',
  title: '期末考试',
  school: '江城大学',
  examination_start: 0,
  examination_end: 4_000_000_000,
  now_date: 1_800_000_000,
  durationSeconds: 3600,
  score: 50,
  passScore: 30,
  attemptsAllowed: 1,
  attemptsUsed: 0,
  types: [],
  scoreRange: null,
  analysis: 'never',
  notice: '',
  attempts: [],
  permission: { allowed: false, action: null, ...permission },
})

it('an exam that was paused can be started from the same page when it goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const msg = '考试已暂停，请稍候再进入。原因：停电'
  let isPaused = true
  server.answer = () => ({
    code: 1,
    data: exam(isPaused ? { reason: 'paused', msg } : { allowed: true, reason: null, msg: '', action: 'start' }),
  })
  render(<ExamLobby examId="e" onStart={() => {}} />)
  await vi.waitFor(() => screen.getByText(msg), patient)
  isPaused = false
  act(() => void vi.advanceTimersByTime(10_000))
  await vi.waitFor(() => screen.getByRole('button', { name: '开始考试' }), patient)
})
