import { beforeAll, describe, expect, it } from 'vitest'
import { emptyResult } from '../../runner/empty-result'
import { sharedTestRunner } from '../../testing/runner'
import { gradeCode } from './grade'

let server: Awaited<ReturnType<typeof sharedTestRunner>>
beforeAll(async () => {
  server = await sharedTestRunner()
})

const sum = [
  { input: '1 2\n', output: '3', hidden: false, score: 2 },
  { input: '-5 5\n', output: '0\n', hidden: false, score: 3 },
  { input: '100 秘密\n', output: '出错', hidden: true, score: 5 },
]

it('gradeCode gives points for the passed tests, and does not show input and output of hidden tests', async () => {
  const source = 'a, b = input().split()\nprint(int(a) + int(b), " ")'
  const grade = await gradeCode(server.runner, { language: 'python', source, tests: sum })
  expect(grade).toMatchObject({ score: 5, maxScore: 10, passed: 2 })
  expect(grade.tests).toEqual([
    {
      verdict: 'passed',
      score: 2,
      hidden: false,
      shown: { input: '1 2\n', expected: '3', actual: '3  \n', stderr: '' },
    },
    {
      verdict: 'passed',
      score: 3,
      hidden: false,
      shown: { input: '-5 5\n', expected: '0\n', actual: '0  \n', stderr: '' },
    },
    { verdict: 'error', score: 0, hidden: true },
  ])
  expect(JSON.stringify(grade)).not.toMatch(/秘密|出错/)
})

it('gradeCode returns different verdicts for wrong output and for a time-out', async () => {
  const source = 'const n = Number(readline()); if (n > 1) for (;;); console.log(n + 1)'
  const tests = [
    { input: '0', output: '2', hidden: false, score: 1 },
    { input: '2', output: '3', hidden: false, score: 1 },
  ]
  const { score, tests: graded } = await gradeCode(server.runner, { language: 'javascript', source, tests })
  expect([score, graded.map(({ verdict }) => verdict)]).toEqual([0, ['wrong', 'timeout']])
})

it('a compile error skips every test and returns diagnostics', async () => {
  const grade = await gradeCode(server.runner, { language: 'c', source: 'int main() { return y; }', tests: sum })
  expect(grade).toMatchObject({ score: 0, maxScore: 10, passed: 0 })
  expect(grade.compileError!.diagnostics).toMatchObject([{ line: 1 }])
  expect(grade.tests.map(({ verdict }) => verdict)).toEqual(['skipped', 'skipped', 'skipped'])
})

it('an SQL program is graded by the rows of its last query', async () => {
  const tests = [
    { input: '', output: '甲|1', hidden: false, score: 1 },
    { input: "insert into t values ('乙', null)", output: '甲|1\n乙|NULL', hidden: true, score: 1 },
  ]
  const setup = "create table t(名 text, 数 int); insert into t values ('甲', 1)"
  const right = await gradeCode(server.runner, {
    language: 'sql',
    source: 'select * from t order by 1 desc',
    tests,
    setup,
  })
  expect(right).toMatchObject({ score: 2, passed: 2 })
  const wrong = await gradeCode(server.runner, { language: 'sql', source: 'select 名 from t', tests, setup })
  expect(wrong.tests.map(({ verdict }) => verdict)).toEqual(['wrong', 'wrong'])
})

type Reason = (typeof emptyResult)['reason'] | 'ok' | 'timeout' | 'crashed' | 'memory' | 'output-cut'
/** Creates a fake runner whose runs end with these reasons, in order. */
const ending = (...reasons: Reason[]) => {
  let runs = 0
  return {
    run: async () => ({ ...emptyResult, reason: reasons[runs++]!, stdout: '1\n', timeMs: 5_000 }),
    get runs() {
      return runs
    },
  }
}
const many = (count: number) => Array.from({ length: count }, () => ({ ...sum[0]!, input: '', output: '1', score: 1 }))
const graded = (runner: Parameters<typeof gradeCode>[0], count: number) =>
  gradeCode(runner, { language: 'python', source: '', tests: many(count) })

it('a program whose run crashes the runner gets the grade "manual"', async () => {
  const grade = await graded(ending('ok', 'crashed'), 3)
  expect(grade).toMatchObject({ manual: 'runner', passed: 1 })
  expect(grade.tests.map(({ verdict }) => verdict)).toEqual(['passed', 'skipped', 'skipped'])
})

it('grading stops at the fourth time-out; the remaining tests are skipped', async () => {
  const runner = ending('timeout', 'timeout', 'timeout', 'ok', 'timeout', 'ok', 'ok')
  const grade = await graded(runner, 7)
  expect(runner.runs).toBe(5)
  expect(grade.tests.map(({ verdict }) => verdict)).toEqual([
    ...['timeout', 'timeout', 'timeout', 'passed', 'timeout'],
    ...['skipped', 'skipped'],
  ])
  expect(grade).toMatchObject({ score: 1, passed: 1 })
})

it('grading stops after a minute of total program time', async () => {
  const runner = ending(...Array.from({ length: 30 }, () => 'ok' as const))
  await graded(runner, 30)
  expect(runner.runs).toBe(13)
})

it('gradeCode returns different verdicts for exceeded memory, exceeded output and a run-time error', async () => {
  const { tests } = await graded(ending('memory', 'output-cut', 'error'), 3)
  expect(tests.map(({ verdict }) => verdict)).toEqual(['memory', 'output', 'error'])
})

describe('a checker program', () => {
  const tests = [
    { input: '10\n', output: '', hidden: false, score: 1 },
    { input: '7\n', output: '', hidden: true, score: 1 },
  ]
  /** Accepts any two positive numbers that add up to the input. */
  const checker = (end = '') => `n_in, n_expected, n_actual = map(int, input().split())
n = int(input())
lines = [input() for _ in range(n_expected + n_actual)][n_expected:]
a, b = map(int, lines[0].split())
print("accepted" if a > 0 and b > 0 and a + b == n else "wrong")
${end}`
  const grade = (source: string, compare: { language: 'python' | 'c'; source: string }) =>
    gradeCode(server.runner, { language: 'python', source, tests, compare: { mode: 'checker', ...compare } })

  it('a checker program accepts any right answer and rejects wrong answers', async () => {
    const split = (shift: number) => `n = int(input())\nprint(3, n - ${shift})`
    const python = { language: 'python' as const, source: checker() }
    expect(await grade(split(3), python)).toMatchObject({ score: 2, passed: 2 })
    expect(await grade(split(4), python)).toMatchObject({ score: 0, passed: 0 })
  })

  it('a checker program in C reads input, expected and actual output', async () => {
    const source = `#include <stdio.h>
int main() { int i, e, a, n, x, y; scanf("%d %d %d %d %d %d", &i, &e, &a, &n, &x, &y);
  puts(i == 1 && e == 0 && x + y == n ? "accepted" : "wrong"); }`
    const program = 'n = int(input())\nprint(1)\nprint(n - 1)'
    expect(await grade(program, { language: 'c', source })).toMatchObject({ passed: 2 })
  })

  it.each([
    ['crashes', checker('raise SystemExit(3)')],
    ['does not compile', 'print('],
    ['prints something else', 'print("ok")'],
  ])('an answer with a checker program that %s awaits manual grading', async (_name, source) => {
    const failed = await grade('n = int(input())\nprint(3, n - 3)', { language: 'python', source })
    expect(failed).toMatchObject({ manual: 'checker', score: 0 })
    expect(failed.tests.map(({ verdict }) => verdict)).toEqual(['unchecked', 'skipped'])
    expect(JSON.stringify(failed)).not.toContain('n_expected')
  })
})
