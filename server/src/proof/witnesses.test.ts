import { expect, it } from 'vitest'
import { figure, long } from './figures'
import { witnessed } from './harmless'
import { seedMutants, some } from './mutants'
import type { Report } from './run-tests'
import { type Seen, seenIn, Witnesses } from './witnesses'

it.runIf(long)(
  'what no call comes by is noticed by the test that is named',
  async () => {
    const { mutants, changed } = await seedMutants()
    const named = mutants.filter(({ name }) => name in witnessed && some.test(name))
    const witnesses = new Witnesses(changed)
    try {
      const all = [...new Set(named.map(({ name }) => witnessed[name]!))]
      expect(await witnesses.see(all), witnesses.said).toBe('nothing')
      const unnoticed: { name: string; seen: Seen; said: string }[] = []
      for (const mutant of named) {
        const seen = await witnesses.see([witnessed[mutant.name]!], mutant)
        if (seen !== 'noticed') unnoticed.push({ name: mutant.name, seen, said: witnesses.said.slice(-2000) })
      }
      for (const { name, seen } of unnoticed)
        figure('authorization: not noticed by its test', { at: name, seen }, { target: 'noticed', ok: false })
      figure(
        'authorization: checks taken away from tests',
        { tried: named.length, unnoticed: unnoticed.length },
        { target: '0 unnoticed', ok: unnoticed.length === 0 },
      )
      expect(unnoticed).toEqual([])
    } finally {
      witnesses.remove()
    }
  },
  3_000_000,
)

const ended = (...failureMessages: string[]): Report => ({
  testResults: [{ name: 'x', message: '', assertionResults: [{ status: 'failed', failureMessages }] }],
})
const refused = 'Error: GET /v1/exam_paper answered 0 没有找到 {"error":"exam-not-found"}\n    at call'

it.each<[string, Seen, Report | null, string?]>([
  ['something else than expected', 'noticed', ended('AssertionError: expected 1 to be 2')],
  ['a refusal', 'noticed', ended(refused)],
  ['a server that fails', 'broken', ended(refused.replace('exam-not-found', 'server-error'))],
  ['a timeout', 'broken', ended('Error: Test timed out in 60000ms.')],
  ['a line that ends', 'broken', ended('TypeError: fetch failed')],
  ['an error of the database', 'broken', ended('error: column "x" does not exist')],
  ['a statement that the server could not run', 'broken', ended('AssertionError: x'), '{"code":"42703"}'],
  ['a hook that failed', 'broken', ended()],
  ['a run that told nothing', 'broken', null],
])('%s is taken for: %s', (_, seen, report, said = '') => {
  expect(seenIn(1, report, said)).toBe(seen)
})
