import { expect, it } from 'vitest'
import { readContent } from './read-file.fixture'

const read = async (lines: string[]) => {
  const readings = await readContent('a.txt', lines.join('\n'), 'text')
  return readings.map((reading) => (reading.question ? reading.question.stem : `× ${reading.reason}`))
}

it('a stray number at the start of a line is read as text, and the following questions are found', async () => {
  const lines = [
    '1. 甲是',
    '2019. 年的事',
    'A. 一  B. 二',
    '答案：A',
    '2. 乙',
    'A. 一  B. 二',
    '答案：B',
    '3. 丙____',
    '答案：三',
  ]
  const readings = await readContent('a.txt', lines.join('\n'), 'text')
  expect(readings.map(({ question }) => question?.stem)).toEqual(['甲是\n\n2019. 年的事', '乙', '丙{{}}'])
  expect(readings[0]).toMatchObject({ notes: ['第 2 行的编号 2019 没有接着第 1 题，按题目的文字收入'] })
})

it('numbered steps of an analysis do not start a question', async () => {
  const lines = [
    '1. 证明甲',
    '答案：如下',
    '解析：分两步',
    '1. 先设',
    '2. 再证',
    '2. 证明乙',
    '答案：略',
    '3. 证明丙',
    '答案：略',
  ]
  expect(await read(lines)).toEqual(['证明甲', '证明乙', '证明丙'])
})

it('a line with a skipped or repeated number starts a question if an answer follows', async () => {
  const readings = await readContent(
    'a.txt',
    ['1. 甲', '答案：对', '3. 乙', '答案：错', '3. 丙', '答案：对'].join('\n'),
    'text',
  )
  expect(readings).toMatchObject([
    { question: { stem: '甲' } },
    { question: { stem: '乙' }, notes: ['题号从 1 到了 3'] },
    { question: { stem: '丙' }, notes: ['题号从 3 到了 3'] },
  ])
})

it('question numbers may start again at 1 in every section', async () => {
  const lines = ['一、判断题', '1. 甲', '答案：对', '2. 乙', '答案：错', '二、填空题', '1. 丙____', '答案：三']
  expect(await read(lines)).toEqual(['甲', '乙', '丙{{}}'])
})

it('warns about lines that belong to no question', async () => {
  const readings = await readContent('a.txt', ['2024. 届期末试卷', '姓名：', '1. 甲', '答案：对'].join('\n'), 'text')
  expect(readings).toMatchObject([
    {
      question: { stem: '甲' },
      notes: ['第 1 行“2024. 届期末试卷”不属于任何一题，没有带入', '第 2 行“姓名：”不属于任何一题，没有带入'],
    },
  ])
})
