import type { RunResult } from '@dxx/contract/calls/runcode'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/error'
import { type Reply, startTestServer, type TestServer } from '../../api/test-server'
import { clearToken, setToken } from '../../state/token'
import { prepareLocally, runLocally } from './local/run-locally'
import type { Program } from './run-program'
import { failure, useRun } from './use-run'

// Workers exist only in browsers; e2e and run-locally.test.ts test them.
vi.mock('./local/run-locally', () => ({ runLocally: vi.fn(), prepareLocally: vi.fn() }))

const result = (stdout: string): RunResult => ({
  stdout,
  stderr: '',
  exitCode: 0,
  reason: 'ok',
  diagnostics: [],
  tables: [],
  timeMs: 1,
  memoryKb: 1,
  cached: false,
})
const program = (language: Program['language'] = 'python'): Program => ({
  language,
  source: 'print(1)',
  stdin: '',
  setup: '',
})
const online = (value: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(value)

/** Resolvers of the pending requests, in the order received. */
let answers: ((reply: Reply) => void)[]
let server: TestServer
// Poll time-out for slow machines.
configure({ asyncUtilTimeout: 15_000 })
vi.setConfig({ testTimeout: 30_000 })

beforeEach(async () => {
  server = await startTestServer()
  answers = []
  server.answer = () => new Promise((resolve) => answers.push(resolve))
  setToken('token')
})
afterEach(async () => {
  cleanup()
  clearToken()
  vi.restoreAllMocks()
  vi.mocked(runLocally).mockReset()
  vi.mocked(prepareLocally).mockReset()
  await server.close()
})

const start = (language?: Program['language']) => {
  const { result: hook } = renderHook(() => useRun())
  act(() => void hook.current.run(program(language)))
  return hook
}

it('runs on the server and shows the result', async () => {
  const hook = start()
  expect(hook.current.state).toEqual({ phase: 'running', place: 'server', run: expect.any(String) })
  await waitFor(() => expect(answers).toHaveLength(1))
  expect(JSON.parse(server.received[0]!.body)).toEqual({ ...program(), run: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  answers[0]!({ code: 1, data: result('1\n') })
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'done', place: 'server' }))
  act(() => hook.current.clear())
  expect(hook.current.state.phase).toBe('idle')
})

it('ignores a second run while one is in progress', async () => {
  const hook = start()
  act(() => void hook.current.run(program()))
  act(() => hook.current.clear())
  expect(hook.current.state.phase).toBe('running')
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!({ code: 1, data: result('1') })
  await waitFor(() => expect(hook.current.state.phase).toBe('done'))
  expect(server.received).toHaveLength(1)
})

it('never shows the result of a cancelled run, even if another run follows at once', async () => {
  const hook = start()
  await waitFor(() => expect(answers).toHaveLength(1))
  act(() => hook.current.cancel())
  expect(hook.current.state.phase).toBe('cancelled')
  act(() => void hook.current.run(program()))
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[0]!({ code: 1, data: result('old') })
  answers[1]!({ code: 1, data: result('new') })
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'done', result: { stdout: 'new' } }))
})

const refusal = (retryAfter: number): Reply => ({
  code: 9,
  msg: '排队太多',
  data: { error: 'too-many', retryAfter },
  status: 429,
})

it('resends a program by itself, with a new run id, when the server refuses it for one second', async () => {
  const hook = start()
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!(refusal(1))
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'retrying', retryAt: expect.any(Number) }))
  await waitFor(() => expect(answers).toHaveLength(2))
  answers[1]!({ code: 1, data: result('1\n') })
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'done', result: { stdout: '1\n' } }))
  const [first, second] = server.received.map(({ body }) => JSON.parse(body).run)
  expect(first).not.toBe(second)
})

it('fails after three automatic retries and reports when the user may try again', async () => {
  server.answer = () => refusal(1)
  const hook = start()
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'failed', msg: '排队太多' }))
  expect(server.received).toHaveLength(4)
  expect(hook.current.state).toHaveProperty('retryAt', expect.any(Number))
})

it('sends nothing after an automatic retry was cancelled', async () => {
  const hook = start()
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!(refusal(1))
  await waitFor(() => expect(hook.current.state.phase).toBe('retrying'))
  act(() => hook.current.cancel())
  expect(hook.current.state.phase).toBe('cancelled')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(server.received).toHaveLength(1)
  act(() => void hook.current.run(program()))
  await waitFor(() => expect(answers).toHaveLength(2))
})

it('reports when the user may try again, without a retry, if the server refuses a program for 40 seconds', async () => {
  const hook = start()
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]!(refusal(40))
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'failed', msg: '排队太多' }))
  expect(hook.current.state).toHaveProperty('retryAt', expect.any(Number))
})

it('a refusal allows the next try after the delay that the server names, or after five seconds', () => {
  const refusal = (data: Record<string, unknown>) => new ApiError('too-many', 9, '慢一点', data, 429)
  expect(failure(refusal({ retryAfter: 7 }), 1000)).toMatchObject({ retryAt: 8000 })
  expect(failure(refusal({ retryAfter: 'soon' }), 1000)).toMatchObject({ retryAt: 6000 })
  expect(failure(new ApiError('overloaded', 0, '忙'), 1000)).toEqual({ phase: 'failed', msg: '忙', retryAt: null })
  expect(failure(new Error('x'), 1000)).toMatchObject({ phase: 'failed', retryAt: null })
})

it('offline, runs JavaScript locally and reports Python as unavailable', async () => {
  online(false)
  vi.mocked(runLocally).mockResolvedValue(result('local'))
  const hook = start('javascript')
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'done', place: 'local' }))
  const python = start('python')
  await waitFor(() => expect(python.current.state).toMatchObject({ phase: 'failed', retryAt: null }))
  expect(server.received).toHaveLength(0)
  expect(runLocally).toHaveBeenCalledTimes(1)
})

it('runs SQL locally when the network fails during the request, but not after a refusal', async () => {
  server.answer = () => 'drop'
  vi.mocked(runLocally).mockResolvedValue(result('local'))
  const hook = start('sql')
  await waitFor(() => expect(hook.current.state).toMatchObject({ phase: 'done', place: 'local' }))
  server.answer = () => ({ code: 0, msg: '代码太长', data: { error: 'invalid-input' } })
  const refused = start('sql')
  await waitFor(() => expect(refused.current.state).toMatchObject({ phase: 'failed', msg: '代码太长' }))
  expect(runLocally).toHaveBeenCalledTimes(1)
})

it('after a run on the server, preloads the local engine if the language has one', async () => {
  server.answer = () => ({ code: 1, data: result('') })
  const hook = start('javascript')
  await waitFor(() => expect(hook.current.state.phase).toBe('done'))
  expect(prepareLocally).toHaveBeenCalledWith('javascript')
  const python = start('python')
  await waitFor(() => expect(python.current.state.phase).toBe('done'))
  expect(prepareLocally).toHaveBeenCalledTimes(1)
})
