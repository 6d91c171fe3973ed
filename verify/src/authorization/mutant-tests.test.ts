import { expect, it } from 'vitest'
import { long, recordMeasurement } from '../../../server/src/testing/measurements'
import type { Report } from '../run-tests'
import { testsOfMutants } from './accepted-mutants'
import { classifyRun, MutantTests, type RunResult } from './mutant-tests'
import { nameFilter, seedMutants } from './mutants'

it.runIf(long)(
  'mutants that no call reaches are killed by their listed module tests',
  async () => {
    const { mutants, changed } = await seedMutants()
    const listed = mutants.filter(({ name }) => name in testsOfMutants && nameFilter.test(name))
    const tests = new MutantTests(changed)
    try {
      const all = [...new Set(listed.map(({ name }) => testsOfMutants[name]!))]
      expect(await tests.run(all), tests.output).toBe('passed')
      const surviving: { name: string; result: RunResult; output: string }[] = []
      for (const mutant of listed) {
        const result = await tests.run([testsOfMutants[mutant.name]!], mutant)
        if (result !== 'killed') surviving.push({ name: mutant.name, result, output: tests.output.slice(-2000) })
      }
      for (const { name, result } of surviving)
        recordMeasurement(
          'authorization: mutant not killed by its module test',
          { mutant: name, result },
          { target: 'killed', ok: false },
        )
      recordMeasurement(
        'authorization: mutants run by module tests',
        { mutants: listed.length, survived: surviving.length },
        { target: '0 survived', ok: surviving.length === 0 },
      )
      expect(surviving).toEqual([])
    } finally {
      tests.remove()
    }
  },
  3_000_000,
)

const ended = (...failureMessages: string[]): Report => ({
  testResults: [{ name: 'x', message: '', assertionResults: [{ status: 'failed', failureMessages }] }],
})
const refused = 'Error: GET /v1/exam_paper answered 0 没有找到 {"error":"exam-not-found"}\n    at call'

it.each<[string, RunResult, Report | null, string?]>([
  ['a failed assertion', 'killed', ended('AssertionError: expected 1 to be 2')],
  ['a refusal', 'killed', ended(refused)],
  ['a server error', 'inconclusive', ended(refused.replace('exam-not-found', 'server-error'))],
  ['a time-out', 'inconclusive', ended('Error: Test timed out in 60000ms.')],
  ['a closed connection', 'inconclusive', ended('TypeError: fetch failed')],
  ['a database error', 'inconclusive', ended('error: column "x" does not exist')],
  ['a statement that the database rejects', 'inconclusive', ended('AssertionError: x'), '{"code":"42703"}'],
  ['a failed hook', 'inconclusive', ended()],
  ['a run without a report', 'inconclusive', null],
])('a test run with %s is classified as %s', (_, result, report, output = '') => {
  expect(classifyRun(1, report, output)).toBe(result)
})
