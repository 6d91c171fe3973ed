import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { RunnerBusy } from '../adapters/runner/runner'
import { long } from '../testing/measurements'
import { sharedTestRunner } from '../testing/runner'
import type { Attack } from './attacks/attack'
import { innocents } from './attacks/innocents'
import { attackSuites } from './attacks/suites'
import { engineLimits } from './limits'

// Each attack is followed by six programs, two of them compiled, which may wait for other tests on the same machine.
vi.setConfig({ testTimeout: 180_000 })

const [hostile, innocent] = [1, 2]

// The test runner has one slot, so the harmless program runs after the hostile one in the same process and thread.
let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
  await rightInAllLanguages()
}, 400_000)

/** Runs a program; repeats the run while the machine is too busy, as grading does. */
async function run(program: Parameters<typeof server.runner.run>[0]) {
  for (;;) {
    try {
      return await server.runner.run(program)
    } catch (error) {
      if (!(error instanceof RunnerBusy)) throw error
    }
  }
}

async function rightInAllLanguages(fresh = false): Promise<void> {
  for (const [language, { source, stdin = '', stdout }] of Object.entries(innocents)) {
    const program = { language: language as CodeLanguage, source, stdin, setup: '', account: innocent!, fresh }
    const result = await run(program)
    expect([language, result.reason, result.stdout, result.stderr]).toEqual([language, 'ok', stdout, ''])
  }
}

async function attack(language: CodeLanguage, { source, stdin = '', setup = '', reason }: Attack): Promise<void> {
  const { pid } = server.runner
  const { usedMs, ...result } = await run({ language, source, stdin, setup, account: hostile! })
  expect(result.stdout + result.stderr).not.toContain('ESCAPED')
  expect(result.reason).not.toBe('crashed')
  if (reason) expect([result.reason, result.stderr.slice(0, 300)]).toEqual([reason, expect.anything()])
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(engineLimits.resultBytes)
  // The host survived, so no program of another account was lost.
  expect(server.runner.pid).toBe(pid)
  await rightInAllLanguages()
}

describe.each(Object.keys(attackSuites))(
  'after a hostile %s program, programs of another account run correctly',
  (language) => {
    it('the suite has at least 25 attacks in this language', () =>
      expect(attackSuites[language]!.length).toBeGreaterThanOrEqual(25))

    // The normal run contains attacks that once succeeded and a sixteenth of the others, because each runs six programs.
    it.each(attackSuites[language]!.filter(({ slow, always }, index) => long || always || (!slow && index % 16 === 1)))(
      'other programs run correctly after the attack: $title',
      (each) => attack(language as CodeLanguage, each),
    )

    it('after all attacks, programs in all languages run correctly in a fresh realm', () => rightInAllLanguages(true))
  },
)
