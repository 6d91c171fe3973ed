import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../api/test-server'
import { staffQueryClient } from '../api/hooks'
import { renderConsole } from '../testing.fixture'
import { BroadcastsPage } from './broadcasts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(async () => {
  cleanup()
  history.replaceState(null, '', '?')
  staffQueryClient.clear()
  await server.close()
})

it('shows without a reload that a message was sent', async () => {
  const message = { id: 'm1', title: '考试周', body: '请看', link: '', audience: '所有人', sendAt: 1, by: '小许' }
  const states = ['planned', 'sending', 'sent']
  server.answer = () => {
    const state = states.length > 1 ? states.shift() : states[0]
    const list = [{ ...message, state, recipients: state === 'sent' ? 85 : 0, read: 0, recalled: 0 }]
    return { code: 1, data: { list, next: null, total: 1 } }
  }
  history.replaceState(null, '', '?open=m1')
  renderConsole(<BroadcastsPage />)
  await screen.findByRole('button', { name: '取消发送' })
  await screen.findByRole('button', { name: '撤回没读过的 85 份…' }, { timeout: 10_000 })
  expect(states).toEqual(['sent'])
})
