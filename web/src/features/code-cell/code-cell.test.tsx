import type { RunResult } from '@dxx/contract/calls/runcode'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { connectNavigation } from '../../api/navigation'
import { forgetResponses } from '../../api/query'
import { type Received, type Reply, startTestServer, type TestServer } from '../../api/test-server'
import { rememberUser } from '../../state/owner'
import { answerModal, hideModal, useStore } from '../../state/store'
import { clearToken, setToken } from '../../state/token'
import { CodeCell, type CodeCellProps } from './code-cell'

vi.mock('./local/run-locally', () => ({ runLocally: vi.fn(), prepareLocally: vi.fn() }))

const ok: RunResult = {
  stdout: '4 3 2 1\n',
  stderr: '',
  exitCode: 0,
  reason: 'ok',
  diagnostics: [],
  tables: [],
  timeMs: 18,
  memoryKb: 2048,
  cached: false,
}

let server: TestServer
let replies: Record<string, (request: Received) => Reply | Promise<Reply>>
const bodies = (path: string) =>
  server.received.filter((sent) => sent.path === `/api/v1/${path}` && sent.body).map((sent) => JSON.parse(sent.body))

// Poll time-out for slow machines.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeEach(async () => {
  // jsdom has no modal dialogs; the browser tests cover them.
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
  server = await startTestServer()
  replies = {
    runcode: () => ({ code: 1, data: ok }),
    runcode_draft: ({ method }) => ({ code: 1, data: method === 'GET' ? null : { updatedAt: 1 } }),
    runcode_queue: () => ({ code: 1, data: { running: 0, waiting: 1, ahead: 3, preparing: false, phase: 'waiting' } }),
    runcode_history: () => ({ code: 1, data: [] }),
  }
  server.answer = (request) => replies[request.path.slice('/api/v1/'.length)]!(request)
  rememberUser('token', 'u1')
  setToken('token')
})
afterEach(async () => {
  cleanup()
  hideModal()
  forgetResponses(() => true)
  clearToken()
  localStorage.clear()
  await server.close()
})

const show = (props: Partial<CodeCellProps> = {}) =>
  render(<CodeCell cell="book:1" language="python" source={'print(4)\nprint(3)'} {...props} />)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

it('runs the shown source and displays result, time and memory', async () => {
  show({ stdin: '1 2' })
  await press('运行')
  await screen.findByText('4 3 2 1')
  screen.getByText(/18 ms · 2.0 MB/)
  expect(bodies('runcode')).toEqual([
    { language: 'python', source: 'print(4)\nprint(3)', stdin: '1 2', setup: '', run: expect.any(String) },
  ])
  await press('清除输出')
  expect(screen.queryByText('4 3 2 1')).toBeNull()
})

it('shows the queue position while the program waits, and 停止 stops the run', async () => {
  replies.runcode = () => 'hang'
  show()
  await press('运行')
  await screen.findByText('排队中，前面还有 3 个')
  const queueRequest = server.received.find(({ path }) => path.endsWith('runcode_queue'))!
  expect(queueRequest.query).toContain(`run=${bodies('runcode')[0].run}`)
  await press('停止')
  await screen.findByText('已停止')
  expect(screen.getByRole('button', { name: '运行' })).toHaveProperty('disabled', false)
})

it.each([
  [{ phase: 'waiting', ahead: 0 }, '排队中，下一个就是你'],
  [{ phase: 'preparing', ahead: null }, '正在准备编译器…'],
  [{ phase: 'running', ahead: null }, '运行中…'],
  [{ phase: 'unknown', ahead: null }, '等待结果…'],
])('shows the waiting reason: %o', async (place, text) => {
  replies.runcode = () => 'hang'
  replies.runcode_queue = () => ({ code: 1, data: { running: 0, waiting: 0, preparing: false, ...place } })
  show()
  await press('运行')
  await screen.findByText(text)
  await press('停止')
})

it('counts down and retries by itself when the server refuses a run for two seconds', async () => {
  let refused = 0
  replies.runcode = () =>
    refused++ === 0
      ? { code: 9, msg: '排队太多', data: { error: 'too-many', retryAfter: 2 }, status: 429 }
      : { code: 1, data: ok }
  show()
  await press('运行')
  await screen.findByText(/^暂时不能运行，[12] 秒后自动重试$/)
  await screen.findByText('运行完成')
})

it('the run button counts down and sends nothing when the server refuses runs for 30 seconds', async () => {
  replies.runcode = () => ({ code: 9, msg: '排队太多', data: { error: 'too-many', retryAfter: 30 }, status: 429 })
  show()
  await press('运行')
  await screen.findByText('排队太多')
  const button = await screen.findByRole('button', { name: /^(29|30) 秒后可运行$/ })
  await userEvent.click(button)
  expect(bodies('runcode')).toHaveLength(1)
})

it('lists diagnostics, and a click on one moves the cursor to its position', async () => {
  const diagnostics = [{ line: 2, column: 3, message: '少了括号', severity: 'error' as const }]
  replies.runcode = () => ({
    code: 1,
    data: { ...ok, stdout: '', reason: 'compile-error', exitCode: null, diagnostics },
  })
  show()
  await press('运行')
  await screen.findByText('编译错误')
  await press(/第 2 行.*少了括号/)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  expect(document.activeElement).toBe(field)
  expect(field.selectionStart).toBe('print(4)\npr'.length)
})

it('shows query results as tables, with NULL distinct from text', async () => {
  const tables = [{ columns: ['姓名', '姓名'], rows: [['小林', null]], cut: true }]
  replies.runcode = () => ({ code: 1, data: { ...ok, stdout: 'as text', tables } })
  show({ language: 'sql', source: 'select 1', setup: 'create table t (a)' })
  expect(screen.queryByRole('button', { name: '程序的输入' })).toBeNull()
  await press('运行')
  const table = await screen.findByRole('table')
  expect(within(table).getAllByRole('columnheader')).toHaveLength(2)
  within(table).getByText('NULL')
  screen.getByText('1 行，后面的没有显示')
  expect(screen.queryByText('as text')).toBeNull()
  expect(bodies('runcode')[0]).toMatchObject({ setup: 'create table t (a)', stdin: '' })
})

it('falls back to a plain field when the editor cannot be loaded, and asks before a reset', async () => {
  const onSource = vi.fn()
  show({ onSource })
  await press('恢复原样')
  expect(useStore.getState().modal.show).toBe(false)
  await press('编辑代码')
  await userEvent.type(screen.getByRole('textbox'), '!')
  expect(onSource).toHaveBeenLastCalledWith('print(4)\nprint(3)!')
  await press('恢复原样')
  expect(useStore.getState().modal.show).toBe(true)
  answerModal('cancel')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('print(4)\nprint(3)!')
  await press('恢复原样')
  answerModal('confirm')
  await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('print(4)\nprint(3)'))
})

it('the code cell restores a version from the history', async () => {
  const step = (source: string, language = 'python') => ({ language, source, updatedAt: 100 })
  replies.runcode_history = () => ({ code: 1, data: [step('print("旧")'), step('int main', 'c')] })
  show()
  await press('历史版本')
  expect(screen.queryByText(/int main/)).toBeNull()
  await userEvent.click(await screen.findByText(/print\("旧"\)/))
  await press('恢复这一版')
  await press('运行')
  await screen.findByText('4 3 2 1')
  expect(bodies('runcode')[0].source).toBe('print("旧")')
})

it('asks a guest to log in and runs nothing', async () => {
  const toLogin = vi.fn()
  connectNavigation({ toLogin, navigateTo: () => {}, reload: () => {} })
  clearToken()
  show()
  await press('运行')
  expect(useStore.getState().modal.content).toContain('登录')
  answerModal('confirm')
  await waitFor(() => expect(toLogin).toHaveBeenCalledTimes(1))
  expect(bodies('runcode')).toEqual([])
})
