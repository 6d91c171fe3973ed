import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { startTestServer, type TestServer } from '../../api/test-server'
import { staffQueryClient } from '../api/hooks'
import { consoleToken } from '../api/token'
import { renderConsole, sampleItem } from '../testing.fixture'
import { WorkPage } from './work'

let server: TestServer
let titles: string[]
let grading: number
beforeEach(async () => {
  titles = []
  grading = 0
  server = await startTestServer()
  server.answer = ({ path }) => ({ code: 1, data: answers[path.replace('/api/staff/v1/', '')]?.() ?? [] })
  consoleToken.set('console')
  // jsdom has no layout, but the virtual list measures the element it scrolls in.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 })
})
afterEach(async () => {
  cleanup()
  await server.close()
  consoleToken.set(null)
})

const answers: Record<string, () => unknown> = {
  work_list: () => ({
    list: titles.map((title, at) => ({ ...sampleItem('support'), id: `w${at}`, title })),
    next: null,
    total: titles.length,
  }),
  work_counts: () => {
    const newest = titles.length
    const counts = { waiting: titles.length, mine: 0, overdue: 0, newest }
    return { kinds: [{ kind: 'support', kindName: '客服', ...counts }], newest, fresh: 0 }
  },
  grading_list: () => ({ list: [], next: null, total: 0, waiting: grading }),
  numbers: () => ({ at: 1, countedAt: null, days: [], examsRunning: 0 }),
}

function show(path = '/work') {
  const { hook, searchHook, history } = memoryLocation({ path, record: true })
  renderConsole(
    <Router hook={hook} searchHook={searchHook}>
      <WorkPage />
    </Router>,
  )
  return history
}

/** Loads the counts again, as polling does every 20 s. */
const poll = () => staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/work_counts'] })

describe('WorkPage', () => {
  it('an empty queue links to 批阅室 if answers wait for a score there', async () => {
    grading = 12
    show()
    expect(await screen.findByText('批阅室里有 12 份；有新的待办会自己出现在这里')).toBeTruthy()
    expect(screen.getByRole('link', { name: '去批阅室' }).getAttribute('href')).toBe('/grading')
    expect(screen.queryByText('都处理完了')).toBeNull()
  })

  it('shows 都处理完了 if neither work items nor answers wait', async () => {
    show()
    expect(await screen.findByText('都处理完了')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '去批阅室' })).toBeNull()
  })

  it('shows a new work item at once if the list is empty', async () => {
    show()
    await screen.findByText('都处理完了')
    titles = ['刚来的']
    await poll()
    expect(await screen.findByText('刚来的')).toBeTruthy()
  })

  it('hides new work items behind a button with their number if the list has rows', async () => {
    titles = ['早先的']
    show()
    await screen.findByText('早先的')
    titles = ['早先的', '刚来的', '也是刚来的']
    await poll()
    const button = await screen.findByRole('button', { name: '有 2 件新的，点这里显示' })
    expect(screen.queryByText('刚来的')).toBeNull()
    await userEvent.click(button)
    expect(await screen.findByText('刚来的')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: /点这里显示/ })).toBeNull())
  })

  it('已处理 lists the closed work items of all staff members', async () => {
    const history = show()
    await screen.findByText('都处理完了')
    await userEvent.click(screen.getByRole('button', { name: '已处理' }))
    expect(history.at(-1)).toBe('/work?closed=1')
    await waitFor(() => {
      const lastQuery = server.received.filter(({ path }) => path.endsWith('work_list')).at(-1)!.query
      expect(new URLSearchParams(lastQuery).get('closed')).toBe('true')
      expect(new URLSearchParams(lastQuery).get('assigned')).toBe('all')
    })
  })
})
