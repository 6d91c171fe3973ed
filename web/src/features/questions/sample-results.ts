import type { Answer, ScoredQuestion, Verdict } from '@dxx/contract/questions'
import { type SampleName, sampleId } from './samples'

type Told = Omit<ScoredQuestion, 'question'>
const analysis = '<p>画一摞盘子就明白了：最后放上去的，总是最先被拿走。</p>'

const told = (verdict: Verdict, score: number, maxScore: number, answer: Answer | null, key: Told['key']): Told => ({
  verdict,
  score,
  maxScore,
  answer,
  key,
  analysis,
  parts: [],
})

const indefinite = (...chosen: number[]) => ({
  type: 'indefinite' as const,
  options: chosen.map((index) => sampleId('i', index)),
})

const source = 'a, b = map(int, input().split())\nprint(a + b)\n'
const solution = '<pre tabindex="0"><code>print(sum(map(int, input().split())))</code></pre>'
const passed = {
  verdict: 'passed' as const,
  hidden: false,
  shown: { input: '1 2\n', expected: '3\n', actual: '3\n', stderr: '' },
}

/** One of each verdict; 不定项 and 编程 in each of theirs. */
export const sampleResults: { name: string; question: SampleName; told: Told }[] = [
  {
    name: '正确',
    question: 'blank',
    told: told(
      'right',
      2,
      2,
      { type: 'blank', blanks: ['后进先出', '先进先出'] },
      {
        type: 'blank',
        blanks: [
          { accepted: ['后进先出', 'LIFO'], verdict: 'right' },
          { accepted: ['先进先出', 'FIFO'], verdict: 'right' },
        ],
      },
    ),
  },
  {
    name: '错误',
    question: 'single',
    told: told(
      'wrong',
      0,
      2,
      { type: 'single', options: [sampleId('s', 0)] },
      { type: 'single', options: [sampleId('s', 2)] },
    ),
  },
  {
    name: '部分正确',
    question: 'multiple',
    told: told(
      'partial',
      2,
      4,
      { type: 'multiple', options: [sampleId('m', 0)] },
      {
        type: 'multiple',
        options: [sampleId('m', 0), sampleId('m', 2)],
      },
    ),
  },
  {
    name: '不定项：正确',
    question: 'indefinite',
    told: told('right', 3, 3, indefinite(0, 1), indefinite(0, 1)),
  },
  {
    name: '不定项：少选',
    question: 'indefinite',
    told: told('partial', 1.5, 3, indefinite(1), indefinite(0, 1)),
  },
  {
    name: '不定项：错选',
    question: 'indefinite',
    told: told('wrong', 0, 3, indefinite(0, 2), indefinite(0, 1)),
  },
  {
    name: '对照参考答案',
    question: 'short',
    told: told(
      'marking',
      0,
      6,
      { type: 'short', text: '每次调用都压入一帧，返回时弹出。' },
      {
        type: 'short',
        reference: '<p>调用栈保存每一层的局部变量和返回地址。</p>',
        points: [{ score: 3, html: '说出每层调用压入一帧' }],
      },
    ),
  },
  { name: '未作答', question: 'judge', told: told('unanswered', 0, 1, null, { type: 'judge', value: false }) },
  {
    name: '顺序与配对',
    question: 'order',
    told: told(
      'partial',
      1,
      3,
      { type: 'order', items: [sampleId('o', 1), sampleId('o', 3), sampleId('o', 0), sampleId('o', 2)] },
      {
        type: 'order',
        items: [sampleId('o', 1), sampleId('o', 3), sampleId('o', 2), sampleId('o', 0)],
      },
    ),
  },
  {
    name: '配对',
    question: 'match',
    told: told(
      'partial',
      2,
      3,
      {
        type: 'match',
        pairs: [
          { left: sampleId('l', 0), right: sampleId('r', 1) },
          { left: sampleId('l', 1), right: sampleId('r', 2) },
        ],
      },
      {
        type: 'match',
        pairs: [
          { left: sampleId('l', 0), right: sampleId('r', 1) },
          { left: sampleId('l', 1), right: sampleId('r', 0) },
          { left: sampleId('l', 2), right: sampleId('r', 2) },
        ],
      },
    ),
  },
  { name: '正在评测', question: 'code', told: told('grading', 0, 10, { type: 'code', source: 'print(3)\n' }, null) },
  {
    name: '编程：全部通过',
    question: 'code',
    told: told(
      'right',
      10,
      10,
      { type: 'code', source },
      { type: 'code', solution, tests: [passed, { verdict: 'passed', hidden: true }], compileError: null },
    ),
  },
  {
    name: '编程：部分通过',
    question: 'code',
    told: told(
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
      },
    ),
  },
  {
    name: '编程：不能运行',
    question: 'code',
    told: told(
      'wrong',
      0,
      10,
      { type: 'code', source: 'print(a + \n' },
      {
        type: 'code',
        solution,
        tests: [
          { verdict: 'error', hidden: false },
          { verdict: 'error', hidden: true },
        ],
        compileError: {
          stderr: '  File "main.py", line 1\n    print(a +\n         ^\nSyntaxError: \'(\' was never closed',
          diagnostics: [],
        },
      },
    ),
  },
]
