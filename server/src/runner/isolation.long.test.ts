import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestRunner } from '../testing/runner'

let server: Awaited<ReturnType<typeof startTestRunner>>
beforeAll(async () => {
  server = await startTestRunner({ workers: 1 })
})
afterAll(() => server.close())

const run = (account: number, language: 'javascript' | 'python', source: string, { fresh = false } = {}) =>
  server.runner.run({ language, source, stdin: '', setup: '', account, fresh })

describe('a graded program', () => {
  it.runIf(process.platform === 'linux')(
    'a graded program runs in a new thread that ends with the program',
    async () => {
      const threads = () => new Set(readdirSync(`/proc/${server.runner.pid}/task`))
      const graded = () => run(1, 'javascript', 'console.log(1)', { fresh: true })
      const added = async (work: () => Promise<unknown>) => {
        const before = threads()
        await work()
        // There may be fewer threads than before, because a thread of V8 may have ended.
        await expect.poll(() => threads().size, { timeout: 30_000 }).toBeLessThanOrEqual(before.size)
        return [...threads()].filter((id) => !before.has(id)).length
      }
      await graded()
      // Wait until the spare thread has started and the used thread has ended.
      const unchanged = async () => {
        const before = [...threads()]
        await run(1, 'javascript', 'console.log(1)')
        return String([...threads()]) === String(before)
      }
      await expect.poll(unchanged, { timeout: 30_000 }).toBe(true)
      expect(await added(graded)).toBeGreaterThan(0)
    },
    60_000,
  )
})

describe('time limits', () => {
  it.runIf(process.platform === 'linux')(
    'time limits do not count the time that other processes use',
    async () => {
      // With a shorter time limit the test need not stop the host for more than 5 s.
      const short = await startTestRunner({ workers: 1, changed: { runMs: 1_500 } })
      const program = (source: string) => ({
        language: 'javascript' as const,
        source,
        stdin: '',
        setup: '',
        account: 1,
      })
      await short.runner.run(program(''))
      // Runs for a second of wall-clock time, so that the signal arrives before its end on a busy machine too.
      const loop = program('const end = Date.now() + 1_000; while (Date.now() < end); console.log("done")')
      /** Stops the host for 2 s as soon as the program has begun. */
      const runWithStop = async () => {
        let begun = () => {}
        const isRunning = new Promise<void>((resolve) => {
          begun = resolve
        })
        const running = short.runner.run(loop, (preparing) => preparing || begun())
        await isRunning
        process.kill(short.runner.pid!, 'SIGSTOP')
        await new Promise((resolve) => setTimeout(resolve, 2_000))
        process.kill(short.runner.pid!, 'SIGCONT')
        return running
      }
      let result = await runWithStop()
      // On a busy machine the signal may come after the program has ended.
      for (let n = 0; n < 5 && result.timeMs < 1_900; n++) result = await runWithStop()
      expect(result).toMatchObject({ stdout: 'done\n', reason: 'ok' })
      expect(result.timeMs).toBeGreaterThan(1_900)
      await short.close()
    },
    60_000,
  )

  it('time limits include sleep time', async () => {
    const sleeping = 'import time\nfor n in range(100): time.sleep(0.2)'
    const { reason, usedMs } = await run(1, 'python', sleeping)
    expect(reason).toBe('timeout')
    // Sleep time is charged to the account too, because the program occupied its slot.
    expect(usedMs).toBeGreaterThan(4_500)
  }, 60_000)
})
