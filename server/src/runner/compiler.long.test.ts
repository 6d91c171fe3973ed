import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RunnerBusy } from '../adapters/runner/runner'
import { startTestRunner } from '../testing/runner'

// Shorter than reloading the compiler, longer than compiling a small program. The run time limit is unchanged: on a
// busy machine a shorter limit could end the endless program before the other account is served.
const changed = { compileMs: 4_000 }
const [hostile, innocent, beside] = [1, 2, 3]

let server: Awaited<ReturnType<typeof startTestRunner>>
beforeAll(async () => {
  server = await startTestRunner({ workers: 2, changed })
})
afterAll(() => server.close())

const run = (account: number, language: CodeLanguage, source: string) =>
  server.runner.run({ language, source, stdin: '', setup: '', account })
const hello = (text: string) => `#include <stdio.h>\nint main() { puts("${text}"); }`
const flood = '#if __INCLUDE_LEVEL__ < 60\n#include __FILE__\n#include __FILE__\n#endif\nint main() {}'

it('after an endless compile, another account is served before an endless program in the other slot ends', async () => {
  // Each account returns to the slot of its last program; only the slot of `hostile` has the compiler loaded.
  await Promise.all([run(hostile, 'c', hello('a')), run(beside, 'python', 'print(1)')])
  expect(await run(hostile, 'c', flood)).toMatchObject({ reason: 'timeout' })
  const order: string[] = []
  const endless = run(beside, 'python', 'while True: pass')
    // On a busy machine the program reaches its wall-clock limit first, which is reported as a busy runner.
    .then(
      ({ reason }) => reason,
      (error: unknown) => error,
    )
    .finally(() => order.push('ended'))
  order.push((await run(innocent, 'c', hello('b'))).stdout)
  expect(['timeout', expect.any(RunnerBusy)]).toContainEqual(await endless)
  expect(order).toEqual(['b\n', 'ended'])
}, 400_000)
