import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestRunner } from '../testing/runner'

let server: Awaited<ReturnType<typeof startTestRunner>>
beforeAll(async () => {
  server = await startTestRunner({ workers: 2 })
})
afterAll(() => server.close())

const run = (language: CodeLanguage, source: string) => server.runner.run({ language, source, stdin: '', setup: '' })

const alive = async () => expect(await run('python', 'print(1 + 1)')).toMatchObject({ stdout: '2\n', reason: 'ok' })

it('endless programs in every language are terminated, and their output so far is returned', async () => {
  const endless: [CodeLanguage, string, string][] = [
    ['c', '#if __INCLUDE_LEVEL__ < 60\n#include __FILE__\n#include __FILE__\n#endif\nint main() {}', ''],
    ['python', 'print("开始")\nwhile True: pass', '开始\n'],
    ['python', 'import time\nprint("开始")\ntime.sleep(60)', '开始\n'],
    ['javascript', 'console.log("开始"); for (;;) try { for (;;); } catch {}', '开始\n'],
    ['javascript', 'console.log("开始"); setTimeout(() => {}, 60000)', '开始\n'],
    [
      'sql',
      "select '开始' as x; with recursive c(x) as (select 1 union all select x + 1 from c) select count(*) from c",
      'x\n----\n开始\n',
    ],
    ['c', '#include <stdio.h>\nint main() { puts("开始"); for (volatile int i = 0;; i++); }', '开始\n'],
  ]
  // Slots start on demand; two programs at once start both slots.
  await Promise.all([alive(), alive()])
  const { pids } = server.runner
  expect(pids).toHaveLength(2)
  const ended = await Promise.all(
    endless.map(async ([language, source]) => ({ source, ...(await run(language, source)) })),
  )
  expect(ended.map(({ source, reason, exitCode, stdout }) => [source, reason, exitCode, stdout])).toEqual(
    endless.map(([, source, stdout]) => [source, 'timeout', null, stdout]),
  )
  await alive()
  // The threads were terminated, not the processes.
  expect(server.runner.pids).toEqual(pids)
}, 240_000)
