import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import type { CodeRunner } from '../../adapters/runner/runner'

export interface CodeTest {
  /** What the program reads; for SQL more statements that prepare the database. */
  input: string
  /** What it must print; for SQL the rows of its last query, cells joined by `|`. */
  output: string
  hidden: boolean
  score: number
}

interface Question {
  language: CodeLanguage
  source: string
  tests: readonly CodeTest[]
  setup?: string
}

export type Verdict = 'passed' | 'wrong' | 'timeout' | 'error'

export interface GradedTest {
  verdict: Verdict
  score: number
  hidden: boolean
  /** Absent for hidden tests: neither what goes in nor what comes out may be learnt from the result. */
  shown?: { input: string; expected: string; actual: string; stderr: string }
}

export interface CodeGrade {
  score: number
  maxScore: number
  passed: number
  tests: GradedTest[]
  /** Why it did not compile; then no test ran. */
  compileError?: { stderr: string; diagnostics: RunResult['diagnostics'] }
}

/** Runs the program once per test. A runner that cannot answer is the server's trouble, never the student's: it throws. */
export async function gradeCode(runner: Pick<CodeRunner, 'run'>, question: Question): Promise<CodeGrade> {
  const { language, source, tests, setup = '' } = question
  const graded: GradedTest[] = []
  for (const test of tests) {
    const result = await runner.run({
      language,
      source,
      stdin: language === 'sql' ? '' : test.input,
      setup: language === 'sql' ? `${setup}\n;${test.input}` : setup,
    })
    if (result.reason === 'crashed') throw new Error('the runner could not finish a program that is being graded')
    if (result.reason === 'compile-error') {
      return {
        ...totals(
          tests.map(({ hidden }) => ({ verdict: 'error', score: 0, hidden })),
          tests,
        ),
        compileError: { stderr: result.stderr, diagnostics: result.diagnostics },
      }
    }
    graded.push(gradeTest(language, test, result))
  }
  return totals(graded, tests)
}

function gradeTest(language: CodeLanguage, test: CodeTest, result: RunResult): GradedTest {
  const actual = language === 'sql' ? lastTable(result) : result.stdout
  const verdict = verdictOf(test, actual, result)
  const graded: GradedTest = { verdict, score: verdict === 'passed' ? test.score : 0, hidden: test.hidden }
  if (test.hidden) return graded
  return { ...graded, shown: { input: test.input, expected: test.output, actual, stderr: result.stderr } }
}

function verdictOf(test: CodeTest, actual: string, { reason }: RunResult): Verdict {
  if (reason === 'timeout') return 'timeout'
  if (reason !== 'ok') return 'error'
  return comparable(actual) === comparable(test.output) ? 'passed' : 'wrong'
}

/** Spaces at the end of lines and empty lines at the end do not count. */
function comparable(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

function lastTable({ tables }: RunResult): string {
  const rows = tables.at(-1)?.rows ?? []
  return rows.map((row) => row.map((cell) => cell ?? 'NULL').join('|')).join('\n')
}

function totals(graded: GradedTest[], tests: readonly CodeTest[]): CodeGrade {
  return {
    score: graded.reduce((sum, { score }) => sum + score, 0),
    maxScore: tests.reduce((sum, { score }) => sum + score, 0),
    passed: graded.filter(({ verdict }) => verdict === 'passed').length,
    tests: graded,
  }
}
