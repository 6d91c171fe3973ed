import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { type Reply, startTestServer, type TestServer } from '../../api/test-server'
import { staffQueryClient } from '../api/hooks'
import { consoleToken } from '../api/token'
import { renderConsole, sampleMe } from '../testing.fixture'
import { AiSpendingPage } from './ai'

const nothing = { tokens: 0, micros: 0 }
const unused = {
  model: '',
  price: { input: 0, output: 0 },
  budget: { user: { tokens: 300_000, micros: 0 }, site: nothing },
  today: nothing,
  days: [{ day: '2026-11-18', ...nothing }],
  purposes: [],
  users: [],
}
const used = {
  ...unused,
  model: 'simulated',
  price: { input: 2, output: 8 },
  budget: { ...unused.budget, site: { tokens: 0, micros: 5_000_000 } },
  today: { tokens: 32_000, micros: 1_250_000 },
  days: [{ day: '2026-11-18', tokens: 32_000, micros: 1_250_000 }],
  purposes: [{ purpose: 'drafts', requests: 3, tokens: 32_000, micros: 1_250_000 }],
  users: [{ id: 'u1', name: '爱提问', tokens: 32_000, micros: 1_250_000 }],
}

let server: TestServer
let reply: Reply
beforeEach(async () => {
  server = await startTestServer()
  server.answer = () => reply
  consoleToken.set('console')
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
  consoleToken.set(null)
})

function show(me = sampleMe()) {
  const { hook, searchHook } = memoryLocation({ path: '/ai' })
  renderConsole(
    <Router hook={hook} searchHook={searchHook}>
      <AiSpendingPage />
    </Router>,
    me,
  )
}

describe('AiSpendingPage', () => {
  it('the AI page shows the rest of the budget, purposes and users', async () => {
    reply = { code: 1, data: used }
    show()
    await screen.findByText('全站预算 ¥5.00，还剩 ¥3.75')
    within(screen.getByRole('region', { name: '各种用途' })).getByRole('row', { name: /题目草稿 3/ })
    expect(screen.getByRole('link', { name: '爱提问' }).getAttribute('href')).toBe('/users/u1')
  })

  it('the AI page does not link users for staff who may not open them', async () => {
    reply = { code: 1, data: used }
    show({ ...sampleMe(), permissions: ['site.manage'] })
    await screen.findByText('爱提问')
    expect(screen.queryByRole('link', { name: '爱提问' })).toBeNull()
  })

  it('the AI page shows a notice if no model is configured', async () => {
    reply = { code: 1, data: unused }
    show()
    await screen.findByText('没有接入大模型')
    screen.getByText('没有设置单价')
  })

  it('the AI page offers a retry if the sums could not be loaded', async () => {
    reply = { code: 0, msg: '服务器出错了', data: { error: 'server-error' } }
    show()
    await screen.findByText('AI 用量没有载入')
  })
})
