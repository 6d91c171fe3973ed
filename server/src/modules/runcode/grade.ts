import type { CodeLanguage, RunReason, RunResult } from '@dxx/contract/calls/runcode'
import type { GradedTestVerdict } from '@dxx/contract/questions'
import type { CodeRunner } from '../../adapters/runner/runner'
import { checkerInput, checkerVerdict, defaultComparison, isSameOutput } from '../../questions/code/compare-output'
import type { CodeGrade, CodeTest, Comparison, GradedTest } from '../../questions/code/rubric'

interface Submission {
  language: CodeLanguage
  source: string
  tests: readonly CodeTest[]
  setup?: string
  compare?: Comparison
}

/** Limits of one submission, because an endless program would otherwise run into the time limit of every test. */
const gradingLimits = {
  /** Number of time-outs after which grading stops at the next one. */
  timeouts: 3,
  /** Total time of all programs of a submission. */
  programMs: 60_000,
} as const

type Runner = Pick<CodeRunner, 'run'>

/** Runs the program once per test. If the runner or checker fails, the grade is `manual`: no points are lost. */
export async function gradeCode(runner: Runner, submission: Submission): Promise<CodeGrade> {
  const { tests } = submission
  const graded: GradedTest[] = []
  let [timeouts, spentMs] = [0, 0]
  for (const test of tests) {
    const result = await runTest(runner, submission, test)
    const verdict = await verdictOf(runner, submission, test, result)
    if (verdict === 'compile-error') {
      const { stderr, diagnostics } = result
      return { ...totals([], tests), compileError: { stderr, diagnostics } }
    }
    if (verdict === 'runner-failed') return { ...totals(graded, tests), manual: 'runner' }
    graded.push(gradedTest(submission, test, verdict, result))
    if (verdict === 'unchecked') return { ...totals(graded, tests), manual: 'checker' }
    if (verdict === 'timeout') timeouts++
    spentMs += result.timeMs
    if (timeouts > gradingLimits.timeouts || spentMs > gradingLimits.programMs) break
  }
  return totals(graded, tests)
}

/** Grade of a program that is not run because it crashes the runner. */
export const notGraded = (tests: readonly CodeTest[]): CodeGrade => ({ ...totals([], tests), manual: 'runner' })

function runTest(runner: Runner, { language, source, setup = '' }: Submission, test: CodeTest): Promise<RunResult> {
  const sql = language === 'sql'
  return runner.run({
    language,
    source,
    stdin: sql ? '' : test.input,
    setup: sql ? `${setup}\n;${test.input}` : setup,
    fresh: true,
  })
}

const outputOf = (language: CodeLanguage, result: RunResult) => (language === 'sql' ? lastTable(result) : result.stdout)

/** Verdict by the reason why a run ended. Reasons that are not listed are failures of the runner. */
const byReason: Partial<Record<RunReason, GradedTestVerdict | 'compile-error'>> = {
  error: 'error',
  'compile-error': 'compile-error',
  timeout: 'timeout',
  memory: 'memory',
  'output-cut': 'output',
}

async function verdictOf(
  runner: Runner,
  { language, compare = defaultComparison }: Submission,
  test: CodeTest,
  result: RunResult,
): Promise<GradedTestVerdict | 'compile-error' | 'runner-failed'> {
  if (result.reason !== 'ok') return byReason[result.reason] ?? 'runner-failed'
  const actual = outputOf(language, result)
  if (compare.mode !== 'checker') return isSameOutput(compare, test.output, actual) ? 'passed' : 'wrong'
  const checked = await runner.run({
    language: compare.language,
    source: compare.source,
    stdin: checkerInput(test.input, test.output, actual),
    setup: '',
    fresh: true,
  })
  if (checked.reason === 'ok') return checkerVerdict(checked.stdout) ?? 'unchecked'
  return checked.reason in byReason ? 'unchecked' : 'runner-failed'
}

function gradedTest(
  { language }: Submission,
  test: CodeTest,
  verdict: GradedTestVerdict,
  result: RunResult,
): GradedTest {
  const graded: GradedTest = { verdict, score: verdict === 'passed' ? test.score : 0, hidden: test.hidden }
  if (test.hidden) return graded
  const { input, output: expected } = test
  return { ...graded, shown: { input, expected, actual: outputOf(language, result), stderr: result.stderr } }
}

function lastTable({ tables }: RunResult): string {
  const rows = tables.at(-1)?.rows ?? []
  return rows.map((row) => row.map((cell) => cell ?? 'NULL').join('|')).join('\n')
}

/** Adds up the grade. Tests that were not run count as skipped. */
function totals(graded: GradedTest[], tests: readonly CodeTest[]): CodeGrade {
  const skipped = tests.slice(graded.length).map(({ hidden }): GradedTest => ({ verdict: 'skipped', score: 0, hidden }))
  return {
    score: graded.reduce((sum, { score }) => sum + score, 0),
    maxScore: tests.reduce((sum, { score }) => sum + score, 0),
    passed: graded.filter(({ verdict }) => verdict === 'passed').length,
    tests: [...graded, ...skipped],
  }
}
