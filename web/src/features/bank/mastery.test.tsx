import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../api/test-server'
import { clearToken, setToken } from '../../state/token'
import { MasterySection } from './mastery'

const chapters = [
  { id: 'a', title: '微积分', questions: 9, answers: 6, share: 0.77, low: 0.6, high: 0.88 },
  { id: 'b', title: '线性代数', questions: 9, answers: 0, share: 0.77, low: 0.5, high: 0.9 },
]

let server: TestServer
beforeEach(async () => {
  setToken('t')
  server = await startTestServer()
  server.answer = async () => ({ code: 1, data: { chapters } })
})
afterEach(async () => {
  cleanup()
  clearToken()
  await server.close()
})

it('a chapter without answers shows an empty bar; every other chapter shows its share and interval', async () => {
  render(<MasterySection expected={0} bank="x" onPractise={() => {}} />)
  const [answered, unanswered] = await screen.findAllByRole('button')
  expect(answered!.textContent).toContain('约 77%（60–88%）')
  expect(answered!.querySelectorAll('[style]')).toHaveLength(2)
  expect(unanswered!.textContent).toContain('还没有答过')
  expect(unanswered!.querySelectorAll('[style]')).toHaveLength(0)
})
