import type { Answer, PublicQuestion, ScoredQuestion, Verdict } from '@dxx/contract/questions'

/** A drawn stack of plates. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" fill="none" stroke="#2b6cff" stroke-width="6"><path d="M20 100h120M30 78h100M30 56h100M30 34h100"/></svg>',
)}`

const about = { difficulty: 2, tags: [] }
/** Option ids look like those of a paper. */
const id = (letter: string, index: number) => `${letter}${'abcdefghij'[index]}`.padEnd(10, '2')
const options = (letter: string, htmls: string[]) => htmls.map((html, index) => ({ id: id(letter, index), html }))

export const sampleQuestions = {
  single: {
    type: 'single',
    id: 'sample-single',
    score: 2,
    stem: `<p>依次压入 1、2、3 后弹出一次，得到？示意图可以点开看：</p><p><img src="${picture}" alt="栈的示意图" width="160"></p>`,
    options: options('s', [
      '1',
      '2',
      '<code>3</code>',
      '一段很长的选项文字，用来看看它在手机上会不会好好地换行而不是撑开页面',
    ]),
    ...about,
  },
  multiple: {
    type: 'multiple',
    id: 'sample-multiple',
    score: 4,
    stem: '<p>设 R 是集合 A 上的等价关系，下列说法正确的有：</p>',
    options: options('m', ['R 是自反的', 'R 是反对称的', 'R 是传递的', 'R 必为全关系']),
    ...about,
  },
  indefinite: {
    type: 'indefinite',
    id: 'sample-indefinite',
    score: 3,
    stem: '<p>下列结构中，按先后次序存取的有？</p>',
    options: options('i', ['栈', '队列', '散列表']),
    ...about,
  },
  judge: { type: 'judge', id: 'sample-judge', score: 1, stem: '<p>链表的插入是 <code>O(1)</code>。</p>', ...about },
  blank: {
    type: 'blank',
    id: 'sample-blank',
    score: 2,
    stem: '<p>栈是<span data-blank="0">______</span>的，队列是<span data-blank="1">______</span>的。</p>',
    blanks: 2,
    ...about,
  },
  short: { type: 'short', id: 'sample-short', score: 6, stem: '<p>用自己的话说说递归与栈的关系。</p>', ...about },
  order: {
    type: 'order',
    id: 'sample-order',
    score: 3,
    stem: '<p>把下列级别按增长从慢到快排列。</p>',
    items: options('o', ['O(n²)', 'O(1)', 'O(n)', 'O(log n)']),
    ...about,
  },
  match: {
    type: 'match',
    id: 'sample-match',
    score: 3,
    stem: '<p>给每种操作配上它的代价。</p>',
    lefts: options('l', ['数组按下标取', '链表查找', '二叉堆取最小']),
    rights: options('r', ['O(n)', 'O(1)', 'O(log n)']),
    ...about,
  },
  code: {
    type: 'code',
    id: 'sample-code',
    score: 10,
    stem: '<p>读入两个整数，输出它们的和。</p>',
    language: 'python',
    starter: 'a, b = map(int, input().split())\n',
    samples: [{ input: '1 2\n', output: '3\n' }],
    hiddenTests: 2,
    setup: '',
    ...about,
  },
  material: {
    type: 'material',
    id: 'sample-material',
    score: 5,
    stem: '<p>某餐厅用一摞盘子取餐：洗好的放在最上面，取用也从最上面取。</p>',
    parts: [
      {
        type: 'single',
        id: id('p', 0),
        score: 2,
        stem: '<p>这摞盘子相当于？</p>',
        options: options('q', ['栈', '队列']),
      },
      { type: 'judge', id: id('p', 1), score: 3, stem: '<p>最下面的盘子用得最多。</p>' },
    ],
    ...about,
  },
} as const satisfies Record<string, PublicQuestion> as unknown as Record<SampleName, PublicQuestion>

export type SampleName = 'single' | 'multiple' | 'judge' | 'blank' | 'short' | 'order' | 'match' | 'code' | 'material'

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

/** One of each verdict. */
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
    told: told('wrong', 0, 2, { type: 'single', options: [id('s', 0)] }, { type: 'single', options: [id('s', 2)] }),
  },
  {
    name: '部分正确',
    question: 'multiple',
    told: told(
      'partial',
      2,
      4,
      { type: 'multiple', options: [id('m', 0)] },
      {
        type: 'multiple',
        options: [id('m', 0), id('m', 2)],
      },
    ),
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
      { type: 'order', items: [id('o', 1), id('o', 3), id('o', 0), id('o', 2)] },
      {
        type: 'order',
        items: [id('o', 1), id('o', 3), id('o', 2), id('o', 0)],
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
          { left: id('l', 0), right: id('r', 1) },
          { left: id('l', 1), right: id('r', 2) },
        ],
      },
      {
        type: 'match',
        pairs: [
          { left: id('l', 0), right: id('r', 1) },
          { left: id('l', 1), right: id('r', 0) },
          { left: id('l', 2), right: id('r', 2) },
        ],
      },
    ),
  },
  { name: '正在评测', question: 'code', told: told('grading', 0, 10, { type: 'code', source: 'print(3)\n' }, null) },
  {
    name: '评测完成',
    question: 'code',
    told: told(
      'partial',
      5,
      10,
      { type: 'code', source: 'print(3)\n' },
      {
        type: 'code',
        solution: '<pre tabindex="0"><code>print(sum(map(int, input().split())))</code></pre>',
        tests: [
          { verdict: 'passed', hidden: false, shown: { input: '1 2\n', expected: '3\n', actual: '3\n', stderr: '' } },
          { verdict: 'wrong', hidden: false, shown: { input: '2 2\n', expected: '4\n', actual: '3\n', stderr: '' } },
          { verdict: 'timeout', hidden: true },
        ],
        compileError: null,
      },
    ),
  },
]
