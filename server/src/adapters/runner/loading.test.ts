import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { CompiledLanguage } from '../../runner/program'
import { startTestRunner } from '../../testing/runner'
import { CodeQueue } from './queue'
import { Slot } from './slot'

// Long, because compilers load slowly while other tests run.
vi.setConfig({ testTimeout: 400_000 })
const queueLimits = { waitMs: 300_000, resultMs: 400_000 }

let server: Awaited<ReturnType<typeof startTestRunner>>
let queue: CodeQueue
beforeAll(async () => {
  server = await startTestRunner({ workers: 4 })
  queue = new CodeQueue(server.runner, queueLimits)
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => server.close())

const hello = (text: string) => `#include <stdio.h>\nint main() { puts("${text}"); }`

/** Returns a function that runs a program of an account and appends its output to `order`. */
const sender = (order: string[]) => async (account: number, language: CodeLanguage, source: string) => {
  const { stdout, reason } = await queue.run(account, { language, source, stdin: '', setup: '' })
  order.push(stdout.trim() || reason)
}

/** Counts the slots that load a compiler at the same time, and the programs sent to a slot without their compiler. */
function watchLoading() {
  const seen = { atOnce: 0, most: 0, cold: 0 }
  const { prepare, run } = Slot.prototype
  vi.spyOn(Slot.prototype, 'prepare').mockImplementation(async function (this: Slot, language) {
    seen.most = Math.max(seen.most, ++seen.atOnce)
    await prepare.call(this, language).finally(() => seen.atOnce--)
  })
  vi.spyOn(Slot.prototype, 'run').mockImplementation(function (this: Slot, program, onBegin) {
    const isCompiled = program.language === 'c' || program.language === 'cpp'
    if (isCompiled && !this.hasCompiler(program.language as CompiledLanguage)) seen.cold++
    return run.call(this, program, onBegin)
  })
  return seen
}

it('runs JavaScript and SQL while C programs wait for the compiler, which loads in one slot at a time', async () => {
  const seen = watchLoading()
  const order: string[] = []
  const send = sender(order)
  const compiled = [1, 2, 3].map((account) => send(account, 'c', hello('c')))
  await send(5, 'javascript', 'console.log("javascript")')
  await send(6, 'sql', "select 'sql' as sql")
  expect(order).toEqual(['javascript', expect.stringContaining('sql')])
  await Promise.all(compiled)
  expect(order.slice(2)).toEqual(['c', 'c', 'c'])
  expect(seen).toMatchObject({ most: 1, cold: 0 })
})
