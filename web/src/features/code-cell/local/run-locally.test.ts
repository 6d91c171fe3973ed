import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localLimits, type Message, type Start } from './messages'

vi.mock('./javascript-worker?worker&url', () => ({ default: '/javascript-worker.js' }))
vi.mock('./sql-worker?worker&url', () => ({ default: '/sql-worker.js' }))
vi.mock('@jitl/quickjs-wasmfile-release-sync/wasm?url', () => ({ default: '/javascript.wasm' }))
vi.mock('sql.js/dist/sql-wasm-browser.wasm?url', () => ({ default: '/sql.wasm' }))

/** Fake worker whose messages the test sends. */
class FakeWorker {
  static all: FakeWorker[] = []
  onmessage: (event: { data: Message }) => void = () => {}
  onerror: (event: { preventDefault(): void }) => void = () => {}
  started: Start | undefined
  terminated = false
  constructor(readonly url: string) {
    FakeWorker.all.push(this)
  }
  postMessage(start: Start) {
    this.started = start
  }
  terminate() {
    this.terminated = true
  }
  say(...messages: Message[]) {
    for (const data of messages) this.onmessage({ data })
  }
}

let runLocally: typeof import('./run-locally').runLocally
const fetched = vi.fn()
beforeEach(async () => {
  vi.resetModules()
  ;({ runLocally } = await import('./run-locally'))
  FakeWorker.all = []
  fetched.mockReset().mockImplementation(async () => new Response(new Uint8Array([0, 97])))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const program = { language: 'javascript', source: 'x', stdin: 'in', setup: '' } as const
async function start(signal = new AbortController().signal) {
  const finished = runLocally(program, signal)
  await vi.waitFor(() => expect(FakeWorker.all[0]?.started).toBeDefined())
  return { finished, worker: FakeWorker.all[0]! }
}
const ended: Message = { type: 'end', end: { exitCode: 0, reason: 'ok', diagnostics: [], memoryKb: 5 } }

it('collects the output until the program ends, then terminates the worker', async () => {
  const { finished, worker } = await start()
  expect(worker.url).toBe('/javascript-worker.js')
  expect(worker.started).toMatchObject({ program: { source: 'x', stdin: 'in' } })
  worker.say(
    { type: 'started' },
    { type: 'print', stream: 1, text: '一' },
    { type: 'print', stream: 2, text: '错' },
    { type: 'print', stream: 1, text: '二' },
    ended,
  )
  expect(await finished).toMatchObject({ stdout: '一二', stderr: '错', reason: 'ok', exitCode: 0, memoryKb: 5 })
  expect(worker.terminated).toBe(true)
})

it('terminates a program at the time limit counted from its start and shows its output', async () => {
  const { finished, worker } = await start()
  vi.useFakeTimers()
  vi.advanceTimersByTime(60_000)
  expect(worker.terminated).toBe(false)
  worker.say({ type: 'started' }, { type: 'print', stream: 1, text: '开始' })
  vi.advanceTimersByTime(localLimits.runMs)
  expect(await finished).toMatchObject({ stdout: '开始', reason: 'timeout', exitCode: null })
  expect(worker.terminated).toBe(true)
})

it('cancelling a run rejects its result and terminates the worker', async () => {
  const abort = new AbortController()
  const { finished, worker } = await start(abort.signal)
  worker.say({ type: 'started' })
  abort.abort()
  await expect(finished).rejects.toThrow('cancelled')
  expect(worker.terminated).toBe(true)
})

it('reports an error if the browser cannot start the engine', async () => {
  const { finished, worker } = await start()
  worker.say({ type: 'broken', message: 'CompileError: blocked by policy' })
  await expect(finished).rejects.toThrow('不能在本机运行')
  expect(worker.terminated).toBe(true)
})

it('fetches the engine once, and again only after a failure', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  await expect(runLocally(program, new AbortController().signal)).rejects.toThrow('先联网下载一次')
  fetched.mockImplementation(async () => new Response(new Uint8Array([0])))
  for (const times of [1, 2]) {
    const finished = runLocally(program, new AbortController().signal)
    await vi.waitFor(() => expect(FakeWorker.all[times - 1]?.started).toBeDefined())
    FakeWorker.all[times - 1]!.say({ type: 'started' }, ended)
    await finished
  }
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/javascript.wasm',
    '/javascript-worker.js',
    '/javascript.wasm',
    '/javascript-worker.js',
  ])
})
