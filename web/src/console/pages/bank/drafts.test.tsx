import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { type Reply, startTestServer, type TestServer } from '../../../api/test-server'
import { staffQueryClient } from '../../api/hooks'
import { consoleToken } from '../../api/token'
import { renderConsole } from '../../testing.fixture'
import { QuestionDraftsPage } from './drafts'

let server: TestServer
let available: boolean
let drafted: Reply
beforeEach(async () => {
  available = true
  drafted = { code: 1, data: { drafts: [sound, doubtful], rejected: 1, model: 'simulated' } }
  server = await startTestServer()
  server.answer = ({ path }) => answers[path.replace('/api/staff/v1/', '')]?.() ?? { code: 1, data: [] }
  consoleToken.set('console')
})
afterEach(async () => {
  cleanup()
  staffQueryClient.clear()
  await server.close()
  consoleToken.set(null)
})

const sound = {
  type: 'judge',
  stem: '栈只允许在一端进出。',
  options: [],
  answer: '正确',
  analysis: '见定义',
  quote: '栈只允许在一端进出',
  markdown: '## ai-draft\ntype: judge\n\n栈只允许在一端进出。\n',
  duplicate: '',
  solved: '正确',
  agrees: true,
}
const doubtful = {
  ...sound,
  stem: '队列从队头进。',
  markdown: '## ai-draft\ntype: judge\n\n队列从队头进。\n',
  duplicate: '队列从哪里进？',
  solved: '错误',
  agrees: false,
}

const answers: Record<string, () => Reply> = {
  ai_draft_sources: () => ({
    code: 1,
    data: {
      available,
      sources: [{ id: 'book', kind: 'textbook', title: '数据结构', chapters: [{ id: 'c1', title: '3.1 栈' }] }],
    },
  }),
  bank_list: () => ({
    code: 1,
    data: [{ id: 'book', kind: 'textbook', title: '数据结构', questions: 2, drafts: 0, chapters: [], tags: [] }],
  }),
  ai_question_drafts: () => drafted,
  bank_create: () => ({ code: 1, data: { id: 'new-question' } }),
}

function show() {
  const { hook, searchHook } = memoryLocation({ path: '/bank/drafts' })
  renderConsole(
    <Router hook={hook} searchHook={searchHook}>
      <QuestionDraftsPage />
    </Router>,
  )
}

const sent = (name: string) => server.received.filter(({ path }) => path.endsWith(name))

describe('QuestionDraftsPage', () => {
  it('without a model, the page shows a notice and a link to the bank', async () => {
    available = false
    show()
    await screen.findByText('没有接入大模型')
    expect(screen.getByRole('link', { name: '回到题库' }).getAttribute('href')).toBe('/bank')
    expect(screen.queryByRole('button', { name: '起草' })).toBeNull()
  })

  it('shows quote, similar question and second pass, and stores only the chosen drafts', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: '起草' }))
    const second = within(await screen.findByRole('article', { name: '第 2 道' }))
    second.getByText('第二遍答的是 错误')
    second.getByText('已有的题：队列从哪里进？')
    expect(second.getByRole('checkbox')).toHaveProperty('checked', false)
    const first = within(screen.getByRole('article', { name: '第 1 道' }))
    first.getByText('原文：栈只允许在一端进出')
    first.getByText('第二遍答案一致')
    screen.getByText(/去掉了 1 道/)
    await userEvent.click(screen.getByRole('button', { name: '放进题库 1 道' }))
    expect((await first.findByRole('link', { name: '打开来改' })).getAttribute('href')).toBe('/bank/new-question')
    expect(sent('bank_create').map(({ body }) => JSON.parse(body))).toEqual([
      { bank: 'book', chapter: null, type: 'judge', text: sound.markdown },
    ])
    expect(screen.getByRole('button', { name: '放进题库' })).toHaveProperty('disabled', true)
  })

  it('shows why no question was drafted: refused, or no usable draft', async () => {
    drafted = { code: 0, msg: '今天的大模型额度用完了，请明天再试', data: { error: 'ai-spent' } }
    show()
    await userEvent.click(await screen.findByRole('button', { name: '起草' }))
    await screen.findByText('今天的大模型额度用完了，请明天再试')
    drafted = { code: 1, data: { drafts: [], rejected: 2, model: 'simulated' } }
    await userEvent.click(screen.getByRole('button', { name: '起草' }))
    await screen.findByText(/写了 2 道，都没有原文依据/)
    expect(sent('ai_question_drafts')).toHaveLength(2)
  })

  it('a request that takes long can be cancelled', async () => {
    drafted = 'hang'
    show()
    await userEvent.click(await screen.findByRole('button', { name: '起草' }))
    await screen.findByText(/正在读这一章/)
    await userEvent.click(screen.getByRole('button', { name: '停止' }))
    await screen.findByText('选好一章，让 AI 先写几道')
  })
})
