import type { PublicQuestion } from '@dxx/contract/questions'

/** A drawn stack of plates. */
const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" fill="none" stroke="#2b6cff" stroke-width="6"><path d="M20 100h120M30 78h100M30 56h100M30 34h100"/></svg>',
)}`

const about = { difficulty: 2, tags: [] }
/** Option ids look like those of a paper. */
export const sampleId = (letter: string, index: number) => `${letter}${'abcdefghij'[index]}`.padEnd(10, '2')
const options = (letter: string, htmls: string[]) => htmls.map((html, index) => ({ id: sampleId(letter, index), html }))

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
        id: sampleId('p', 0),
        score: 2,
        stem: '<p>这摞盘子相当于？</p>',
        options: options('q', ['栈', '队列']),
      },
      { type: 'judge', id: sampleId('p', 1), score: 3, stem: '<p>最下面的盘子用得最多。</p>' },
    ],
    ...about,
  },
} as const satisfies Record<string, PublicQuestion>

export type SampleName = keyof typeof sampleQuestions
