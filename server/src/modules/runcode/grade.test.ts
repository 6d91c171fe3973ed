import { afterAll, beforeAll, expect, it } from 'vitest'
import { emptyResult } from '../../runner/empty-result'
import { startTestRunner } from '../../testing/runner'
import { gradeCode } from './grade'

let server: Awaited<ReturnType<typeof startTestRunner>>
beforeAll(async () => {
  server = await startTestRunner()
})
afterAll(() => server.close())

const sum = [
  { input: '1 2\n', output: '3', hidden: false, score: 2 },
  { input: '-5 5\n', output: '0\n', hidden: false, score: 3 },
  { input: '100 秘密\n', output: '出错', hidden: true, score: 5 },
]

it('gives part of the score for part of the tests, and keeps hidden ones hidden', async () => {
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

it('tells wrong from too slow', async () => {
  const source = 'const n = Number(readline()); if (n > 1) for (;;); console.log(n + 1)'
  const tests = [
    { input: '0', output: '2', hidden: false, score: 1 },
    { input: '2', output: '3', hidden: false, score: 1 },
  ]
  const { score, tests: graded } = await gradeCode(server.runner, { language: 'javascript', source, tests })
  expect([score, graded.map(({ verdict }) => verdict)]).toEqual([0, ['wrong', 'timeout']])
})

it('what does not compile fails every test and says why', async () => {
  const grade = await gradeCode(server.runner, { language: 'c', source: 'int main() { return y; }', tests: sum })
  expect(grade).toMatchObject({ score: 0, maxScore: 10, passed: 0 })
  expect(grade.compileError!.diagnostics).toMatchObject([{ line: 1 }])
  expect(grade.tests.map(({ verdict }) => verdict)).toEqual(['error', 'error', 'error'])
})

it('SQL is judged by the rows of its last query', async () => {
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

it('a runner in trouble is never the student’s fault', async () => {
  const broken = { run: async () => ({ ...emptyResult, reason: 'crashed' as const }) }
  await expect(gradeCode(broken, { language: 'python', source: '', tests: sum })).rejects.toThrow()
})
