import type { PublicQuestion } from '@dxx/contract/questions'
import { about, result, type SampleResult } from '../sample-shape'

const source = 'a, b = map(int, input().split())\nprint(a + b)\n'
const solution = '<pre tabindex="0"><code>print(sum(map(int, input().split())))</code></pre>'
const passed = {
  verdict: 'passed' as const,
  hidden: false,
  shown: { input: '1 2\n', expected: '3\n', actual: '3\n', stderr: '' },
}

export const codeSample = {
  type: 'code',
  id: 'sample-code',
  score: 10,
  stem: '<p>读入两个整数，输出它们的和。</p>',
  language: 'python',
  starter: 'a, b = map(int, input().split())\n',
  samples: [{ input: '1 2\n', output: '3\n' }],
  hiddenTests: 2,
  compare: { mode: 'trim', tolerance: null },
  setup: '',
  ...about,
} as const satisfies PublicQuestion

export const codeResults: SampleResult[] = [
  {
    name: '正在评测',
    question: 'code',
    result: result('grading', 0, 10, { type: 'code', source: 'print(3)\n' }, null),
  },
  {
    name: '编程：全部通过',
    question: 'code',
    result: result(
      'right',
      10,
      10,
      { type: 'code', source },
      {
        type: 'code',
        solution,
        tests: [passed, { verdict: 'passed', hidden: true }],
        compileError: null,
        manual: null,
      },
    ),
  },
  {
    name: '编程：部分通过',
    question: 'code',
    result: result(
      'partial',
      5,
      10,
      { type: 'code', source: 'print(3)\n' },
      {
        type: 'code',
        solution,
        tests: [
          passed,
          { verdict: 'wrong', hidden: false, shown: { input: '2 2\n', expected: '4\n', actual: '3\n', stderr: '' } },
          { verdict: 'timeout', hidden: true },
        ],
        compileError: null,
        manual: null,
      },
    ),
  },
  {
    name: '编程：不能运行',
    question: 'code',
    result: result(
      'wrong',
      0,
      10,
      { type: 'code', source: 'print(a + \n' },
      {
        type: 'code',
        solution,
        tests: [
          { verdict: 'skipped', hidden: false },
          { verdict: 'skipped', hidden: true },
        ],
        compileError: {
          stderr: '  File "main.py", line 1\n    print(a +\n         ^\nSyntaxError: \'(\' was never closed',
          diagnostics: [],
        },
        manual: null,
      },
    ),
  },
  {
    name: '编程：转人工',
    question: 'code',
    result: result(
      'marking',
      0,
      10,
      { type: 'code', source },
      {
        type: 'code',
        solution,
        tests: [passed, { verdict: 'skipped', hidden: true }],
        compileError: null,
        manual: 'runner',
      },
    ),
  },
]
