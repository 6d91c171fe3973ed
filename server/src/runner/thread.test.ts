import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CpuClock, TimedOut } from './program-time'
import { Thread, ThreadLost } from './thread'

const source = `
import { parentPort, workerData } from 'node:worker_threads'
Atomics.add(workerData.started, 0, 1)
parentPort.on('message', (order) => { if (order === 'hang') for (;;); parentPort.postMessage({ order }) })
parentPort.postMessage({ ready: true })`

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dxx-thread-'))
  await writeFile(join(folder, 'worker.mjs'), source)
})
afterAll(() => rm(folder, { recursive: true }))

function newThread(data: () => Promise<object> = async () => ({})) {
  const started = new Int32Array(new SharedArrayBuffer(4))
  const withCount = async () => ({ ...(await data()), started })
  const file = pathToFileURL(join(folder, 'worker.mjs'))
  return {
    thread: new Thread<string, { order: string }>(new CpuClock(), file, withCount, 64),
    started: () => Atomics.load(started, 0),
  }
}

const limit = { programMs: 60_000, wallMs: 60_000 }
const ask = (thread: Thread<string, { order: string }>, order: string, spentMs = () => 0) =>
  thread.ask(order, limit, spentMs)

describe('a thread', () => {
  it('a thread that is replaced while it starts is launched only once', async () => {
    const { thread, started } = newThread()
    const first = thread.start()
    thread.replace()
    await expect(first).rejects.toThrow(ThreadLost)
    expect(await ask(thread, 'a')).toEqual({ order: 'a' })
    expect(started()).toBe(1)
    thread.end()
  })

  it('a thread that is replaced several times at once is launched only once more', async () => {
    const { thread, started } = newThread()
    await thread.start()
    for (let n = 0; n < 5; n++) thread.replace()
    expect(await ask(thread, 'b')).toEqual({ order: 'b' })
    expect(started()).toBe(2)
    thread.end()
  })

  it('a thread that exceeds its time is ended, and the next request gets a response', async () => {
    const { thread, started } = newThread()
    await expect(ask(thread, 'hang', () => limit.programMs)).rejects.toThrow(TimedOut)
    expect(await ask(thread, 'c')).toEqual({ order: 'c' })
    expect(started()).toBe(2)
    thread.end()
  })

  it('if loading the data of a thread fails, the request is rejected and the next request loads again', async () => {
    let tries = 0
    const { thread } = newThread(async () => {
      if (++tries === 1) throw new Error('no file')
      return {}
    })
    await expect(ask(thread, 'd')).rejects.toThrow('no file')
    expect(await ask(thread, 'e')).toEqual({ order: 'e' })
    thread.end()
  })
})
