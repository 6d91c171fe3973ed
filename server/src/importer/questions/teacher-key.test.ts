import { expect, it } from 'vitest'
import { readContent } from './read-file.fixture'

const read = (lines: string[]) => readContent('a.txt', lines.join('\n'), 'text')

const paper = [
  '一、选择题',
  '1. 甲是',
  'A. 一  B. 二',
  '2. 乙是',
  'A. 一  B. 二  C. 三',
  '二、判断题',
  '3. 丙对。',
  '三、解答题',
  '4.（12分）求 $x$。',
]

it.each([
  ['one answer per line', ['参考答案', '1. B', '2. C', '3. √', '4. 解：$x=1$', '所以成立。']],
  ['several answers on a line', ['数学试题参考答案及评分标准', '1．B　2．C', '3．对', '4. 解：$x=1$', '所以成立。']],
  ['letters of several questions', ['答案与解析：', '1-2 BC', '3. 正确', '4. 解：$x=1$', '所以成立。']],
  ['sections', ['参考答案', '一、1. B 2. C', '二、判断题', '3. √', '三、4. 解：$x=1$', '所以成立。']],
])('reads the key at the end of a paper: %s', async (_, key) => {
  const readings = await read([...paper, ...key])
  expect(readings).toMatchObject([
    { question: { type: 'single', options: [{ right: false }, { right: true }] }, unnamed: [] },
    { question: { type: 'single', options: [{}, {}, { right: true }] }, unnamed: [] },
    { question: { type: 'judge', value: true }, unnamed: [] },
    { question: { type: 'short', score: 1200, reference: '解：$x=1$\n所以成立。' }, unnamed: [] },
  ])
})

it('reads analyses in the key, and answers whose numbers start again in each section', async () => {
  const readings = await read([
    '一、单选题',
    '1. 甲是',
    'A. 一  B. 二',
    '二、填空题',
    '1. 乙是____',
    '参考答案',
    '一、单选题',
    '1. A 【解析】因为一',
    '二、填空题',
    '1. 【答案】二',
    '解析：因为二',
  ])
  expect(readings).toMatchObject([
    { question: { analysis: '因为一', options: [{ right: true }, { right: false }] } },
    { question: { analysis: '因为二', blanks: [[{ text: '二' }]] } },
  ])
})

it('divides an answer into those of the question parts', async () => {
  const readings = await read(['一、材料题', '1. 读材料', '（1）甲？', '（2）乙____', '参考答案', '1.（1）对（2）二'])
  expect(readings).toMatchObject([
    { question: { type: 'material', parts: [{ type: 'judge', value: true }, { type: 'blank' }] } },
  ])
})

it('reports answers without a question', async () => {
  const readings = await read([...paper, '参考答案', '（仅供参考）', '1. B 2. C', '3. 对', '7. 多余'])
  expect(readings.filter(({ question }) => !question)).toMatchObject([
    { item: '参考答案', reason: '“（仅供参考）”没有带入' },
    { item: '参考答案 第 7 题', reason: '试卷里没有这一题，没有带入' },
  ])
})

it('does not read the answer to the last question as a key', async () => {
  const [reading] = await read(['1. 说明甲', '参考答案', '1. 第一步', '2. 第二步'])
  expect(reading).toMatchObject({ question: { stem: '说明甲', reference: expect.stringContaining('第一步') } })
})

it('finds a question that follows the last number of the section before, also if numbers start again later', async () => {
  const readings = await read([
    '一、判断题',
    '1. 甲',
    '答案：对',
    '二、判断题',
    '2. 乙',
    '答案：对',
    '解析',
    '1. 先',
    '2. 后',
  ])
  expect(readings).toMatchObject([{ question: { stem: '甲' } }, { question: { stem: '乙' } }])
})
