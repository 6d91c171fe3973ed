import { describe, expect, it, test } from 'vitest'
import type { PartRubric } from '../rubric'
import { scoreAnswer } from '../score'
import { wholeShare } from '../shares'
import { putBlanks, takeBlanks } from './notation'

const half = wholeShare / 2

describe('formulas as answers of a blank', () => {
  test.each<[string, { text: string; share: number }[][]]>([
    ['是 {{$\\frac{1}{\\sqrt{2}}$}}', [[{ text: '$\\frac{1}{\\sqrt{2}}$', share: wholeShare }]]],
    [
      '{{$|x|\\ge 1$|%50%$\\{1,2\\}$}} 和 {{乙}}',
      [
        [
          { text: '$|x|\\ge 1$', share: wholeShare },
          { text: '$\\{1,2\\}$', share: half },
        ],
        [{ text: '乙', share: wholeShare }],
      ],
    ],
    ['{{$\\pi$±0.01}}', [[{ text: '$\\pi$±0.01', share: wholeShare }]]],
    ['{{\\$5}} 和 {{\\$6}}', [[{ text: '$5', share: wholeShare }], [{ text: '$6', share: wholeShare }]]],
  ])('reads the blanks of %s and writes them back unchanged', (written, blanks) => {
    const read = takeBlanks(written)
    expect(read.blanks).toEqual(blanks)
    expect(putBlanks(read.stem, read.blanks)).toBe(written)
  })

  it('reads amounts of money as text, not as formulas', () => {
    expect(takeBlanks('{{$5}} 和 {{$6}}').blanks).toEqual([
      [{ text: '$5', share: wholeShare }],
      [{ text: '$6', share: wholeShare }],
    ])
  })

  it('reads formulas that an earlier version wrote with escapes', () => {
    expect(takeBlanks('{{$\\\\frac\\{1\\}\\{2\\}$}}').blanks).toEqual([[{ text: '$\\frac{1}{2}$', share: wholeShare }]])
  })

  const rubric = (text: string): PartRubric => ({
    type: 'blank',
    score: 200,
    analysis: '',
    blanks: [[{ text, share: wholeShare }]],
    caseSensitive: false,
  })
  test.each([
    ['$-\\frac{4}{3}$', '-4/3', 200],
    ['$-\\frac{4}{3}$', '$\\frac{-4}{3}$', 200],
    ['$-\\frac{4}{3}$', '4/3', 0],
    ['\\(x+1\\)', '1+x', 200],
    ['1/2', '0.5', 0],
    ['$\\int x\\,dx$', '\\int x dx', 200],
    ['$\\int x\\,dx$', 'x^2/2', 0],
  ])('%s answered with %s scores %i hundredths of a point', (key, typed, score) => {
    expect(scoreAnswer(rubric(key), { type: 'blank', blanks: [typed] }).score).toBe(score)
  })
})

describe('匹配题 with weighted pairs', () => {
  const rubric: PartRubric = { type: 'match', score: 300, analysis: '', pairs: [0, 1], weights: [200, 100] }
  test.each<[(number | null)[], string, number]>([
    [[0, 1], 'right', 300],
    [[0, 0], 'partial', 200],
    [[1, 1], 'partial', 100],
    [[1, 0], 'wrong', 0],
  ])('the answer %j is %s and scores %i hundredths of a point', (pairs, verdict, score) => {
    expect(scoreAnswer(rubric, { type: 'match', pairs })).toMatchObject({ verdict, score })
  })
})
