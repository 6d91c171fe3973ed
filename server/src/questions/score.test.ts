import { mayNeedPerson } from '@dxx/contract/rules/question-names'
import { describe, expect, it, test } from 'vitest'
import { isWithin } from '../base/decimal'
import type { Accepted } from './blank/rubric'
import { scoreCode } from './code/score'
import { normaliseText, parseDecimal } from './normalise'
import type { Given, PartRubric, Rubric } from './rubric'
import { scoreAnswer } from './score'
import { partOfScore, wholeShare } from './shares'
import { partTypes } from './types'

const outcome = (rubric: Rubric, given: Given | null) => {
  const { verdict, score } = scoreAnswer(rubric, given)
  return [verdict, score]
}
const percent = (value: number) => Math.round((value * wholeShare) / 100)
const text = (accepted: string, share = wholeShare): Accepted => ({ text: accepted, share })
const number = (value: string, tolerance: string, share = wholeShare): Accepted => ({ value, tolerance, share })

const choice = (type: 'single' | 'multiple' | 'indefinite', right: number[], shares?: number[]): PartRubric => ({
  type,
  score: 300,
  analysis: '',
  right,
  shares,
})
const blanks = (...accepted: Accepted[][]): PartRubric => ({
  type: 'blank',
  score: 200,
  analysis: '',
  blanks: accepted,
  caseSensitive: false,
})

describe('choices scored as in Chinese exams (3 points)', () => {
  test.each<[string, PartRubric, number[], string, number]>([
    ['单选 right', choice('single', [1]), [1], 'right', 300],
    ['单选 wrong', choice('single', [1]), [0], 'wrong', 0],
    ['单选 without an answer', choice('single', [1]), [], 'unanswered', 0],
    ['多选 with all right options', choice('multiple', [0, 2, 3]), [3, 0, 2], 'right', 300],
    ['多选 少选 gets half', choice('multiple', [0, 2, 3]), [0, 2], 'partial', 150],
    ['多选 one of three gets half too', choice('multiple', [0, 2, 3]), [2], 'partial', 150],
    ['多选 错选 gets nothing', choice('multiple', [0, 2, 3]), [0, 1], 'wrong', 0],
    ['多选 with all options gets nothing', choice('multiple', [0, 2]), [0, 1, 2], 'wrong', 0],
    ['不定项 with one right answer', choice('indefinite', [2]), [2], 'right', 300],
    ['不定项 少选 gets half', choice('indefinite', [0, 1]), [1], 'partial', 150],
    ['不定项 错选 gets nothing', choice('indefinite', [2]), [2, 3], 'wrong', 0],
  ])('choice, Chinese rule: %s', (_name, rubric, options, verdict, score) => {
    const given = { type: rubric.type, options } as Given
    expect(outcome(rubric, given)).toEqual([verdict, score])
  })
})

// Moodle, question/type/multichoice: single takes the fraction of the chosen answer, multiple adds the fractions up and
// clamps the sum to 0–1; question_state::graded_state_for_fraction calls less than 0.000001 wrong and more than
// 0.999999 right.
describe('choices with shares, scored as in Moodle', () => {
  const thirds = [percent(33.33333), percent(33.33333), percent(33.33333), percent(-50)]
  test.each<[string, PartRubric, number[], string, number]>([
    ['single, half credit', choice('single', [2], [0, percent(50), wholeShare]), [1], 'partial', 150],
    ['single, full credit', choice('single', [2], [0, percent(50), wholeShare]), [2], 'right', 300],
    [
      'single, a negative fraction costs nothing here',
      choice('single', [1], [percent(-33), wholeShare]),
      [0],
      'wrong',
      0,
    ],
    ['two options of 50 %', choice('multiple', [0, 1], [percent(50), percent(50), 0]), [0, 1], 'right', 300],
    ['one option of 50 %', choice('multiple', [0, 1], [percent(50), percent(50), 0]), [1], 'partial', 150],
    ['a wrong option of 0 %', choice('multiple', [0, 1], [percent(50), percent(50), 0]), [1, 2], 'partial', 150],
    ['a -50 % option', choice('multiple', [0, 1], [percent(50), percent(50), percent(-50)]), [0, 1, 2], 'partial', 150],
    [
      'never a negative score',
      choice('multiple', [0], [wholeShare, percent(-100), percent(-100)]),
      [0, 1, 2],
      'wrong',
      0,
    ],
    ['three thirds are a whole', choice('multiple', [0, 1, 2], thirds), [0, 1, 2], 'right', 300],
    ['two thirds', choice('multiple', [0, 1, 2], thirds), [0, 2], 'partial', 200],
    ['three thirds and a penalty', choice('multiple', [0, 1, 2], thirds), [0, 1, 2, 3], 'partial', 150],
  ])('choice with shares: %s', (_name, rubric, options, verdict, score) => {
    expect(outcome(rubric, { type: rubric.type, options } as Given)).toEqual([verdict, score])
  })
})

// Moodle, question/type/truefalse: 1 or 0.
test.each([
  [true, true, 'right', 200],
  [false, false, 'right', 200],
  [true, false, 'wrong', 0],
])('判断题 with the key %s answered %s is %s', (value, answer, verdict, score) => {
  expect(outcome({ type: 'judge', score: 200, analysis: '', value }, { type: 'judge', value: answer })).toEqual([
    verdict,
    score,
  ])
})

describe('填空', () => {
  // Moodle, question/type/shortanswer: the first matching answer gives its fraction; case is ignored unless usecase is
  // set; leading and trailing spaces are ignored.
  const amphibian = blanks([text('frog'), text('toad', percent(80))])
  // Moodle, question/type/numerical: the first answer whose interval [value ± tolerance] contains the input.
  const grant = blanks([number('1822', '0'), number('1822', '2', percent(50))])
  const pi = blanks([number('3.1415', '0.0005'), text('π')])
  test.each<[PartRubric, string, string, number]>([
    [amphibian, 'frog', 'right', 200],
    [amphibian, ' FROG ', 'right', 200],
    [amphibian, 'Toad', 'partial', 160],
    [amphibian, 'newt', 'wrong', 0],
    [amphibian, '   ', 'unanswered', 0],
    [grant, '1822', 'right', 200],
    [grant, '1822.0', 'right', 200],
    [grant, '1824', 'partial', 100],
    [grant, '1820', 'partial', 100],
    [grant, '1824.0001', 'wrong', 0],
    [grant, '十八', 'wrong', 0],
    [pi, '3.141', 'right', 200],
    [pi, '3.142', 'right', 200],
    [pi, '3.1409999', 'wrong', 0],
    [pi, '3.1420000000000000000001', 'wrong', 0],
    [pi, '0.31415e1', 'right', 200],
    [pi, '３．１４２', 'right', 200],
    [pi, 'π', 'right', 200],
    [blanks([number('-2', '0')]), '−2', 'right', 200],
    [blanks([number('1200', '0')]), '1,200', 'right', 200],
    [blanks([text('O(1)')]), 'ｏ（ 1 ）', 'right', 200],
    [blanks([text('[4, 2, 1]')]), '[4,2,1]', 'right', 200],
    [blanks([text('no one')]), 'no  one', 'right', 200],
    [blanks([text('no one')]), 'noone', 'wrong', 0],
    [blanks([text('后进先出')]), ' 后进 先出', 'right', 200],
    [blanks([text('1 2 + 3 *')]), '1 2+3*', 'right', 200],
    [blanks([text('1 2 + 3 *')]), '12+3*', 'wrong', 0],
  ])('填空题 %o filled with “%s” is %s', (rubric, typed, verdict, score) => {
    expect(outcome(rubric, { type: 'blank', blanks: [typed] })).toEqual([verdict, score])
  })

  it('each blank of a 填空题 earns an equal share of the score', () => {
    const three = blanks([text('甲')], [text('乙')], [text('丙')])
    expect(outcome(three, { type: 'blank', blanks: ['甲', '', '丙'] })).toEqual(['partial', 133])
    expect(outcome(three, { type: 'blank', blanks: ['甲', '乙'] })).toEqual(['partial', 133])
    expect(outcome(three, { type: 'blank', blanks: ['甲', '乙', '丙'] })).toEqual(['right', 200])
    expect(scoreAnswer(three, { type: 'blank', blanks: ['', '乙', '甲'] }).detail).toEqual({
      type: 'blank',
      shares: [0, wholeShare, 0],
    })
  })

  it('a case-sensitive 填空题 rejects other case and accepts other width', () => {
    const exact: PartRubric = { type: 'blank', score: 200, analysis: '', blanks: [[text('H2O')]], caseSensitive: true }
    expect(outcome(exact, { type: 'blank', blanks: ['h2o'] })).toEqual(['wrong', 0])
    expect(outcome(exact, { type: 'blank', blanks: ['Ｈ2O'] })).toEqual(['right', 200])
  })
})

describe('排序, scored by neighbours', () => {
  const four: PartRubric = { type: 'order', score: 300, analysis: '', count: 4 }
  test.each<[number[], string, number]>([
    [[0, 1, 2, 3], 'right', 300],
    [[1, 2, 3, 0], 'partial', 200],
    [[0, 1, 3, 2], 'partial', 100],
    [[3, 2, 1, 0], 'wrong', 0],
    [[0, 1], 'partial', 100],
    [[], 'unanswered', 0],
  ])('排序题 answered in the order %j is %s and scores %i hundredths', (items, verdict, score) => {
    expect(outcome(four, { type: 'order', items })).toEqual([verdict, score])
  })
})

// Moodle, question/type/match: the number of stems with the right choice, divided by the number of stems.
describe('匹配, scored by pairs', () => {
  const animals: PartRubric = { type: 'match', score: 100, analysis: '', pairs: [0, 1, 0] }
  test.each<[(number | null)[], string, number]>([
    [[0, 1, 0], 'right', 100],
    [[0, 0, 0], 'partial', 67],
    [[0, 2, 2], 'partial', 33],
    [[1, 0, 2], 'wrong', 0],
    [[0, null, null], 'partial', 33],
    [[null, null, null], 'unanswered', 0],
  ])('匹配题 answered with the pairs %j is %s and scores %i hundredths', (pairs, verdict, score) => {
    expect(outcome(animals, { type: 'match', pairs })).toEqual([verdict, score])
  })
})

describe('材料题, scored by question parts', () => {
  const material: Rubric = {
    type: 'material',
    score: 900,
    analysis: '',
    parts: [
      choice('single', [0]),
      { type: 'judge', score: 200, analysis: '', value: true },
      { type: 'short', score: 400, analysis: '', reference: '', points: [] },
    ],
  }
  test.each<[string, (Given | null)[], string, number]>([
    ['no part answered', [null, null, null], 'unanswered', 0],
    ['one part wrong, the rest not answered', [{ type: 'single', options: [1] }, null, null], 'wrong', 0],
    ['one part right', [{ type: 'single', options: [0] }, null, null], 'partial', 300],
    [
      'a 简答 part awaits manual grading',
      [{ type: 'single', options: [0] }, null, { type: 'short', text: '因为' }],
      'marking',
      300,
    ],
    ['an empty short answer needs no manual score', [null, null, { type: 'short', text: ' \n' }], 'unanswered', 0],
  ])('材料题: %s', (_name, parts, verdict, score) => {
    expect(outcome(material, { type: 'material', parts } as Given)).toEqual([verdict, score])
  })
})

describe('编程', () => {
  const rubric = { type: 'code' as const, score: 800, analysis: '', solution: '', tests: [] }
  const grade = (score: number, maxScore: number, passed: number, of: number) => ({
    score,
    maxScore,
    passed,
    tests: Array.from({ length: of }, () => ({ verdict: 'wrong' as const, score: 0, hidden: true })),
  })
  test.each([
    [grade(4, 4, 3, 3), 'right', 800],
    [grade(1, 4, 1, 3), 'partial', 200],
    [grade(0.5, 1.5, 1, 3), 'partial', 267],
    [grade(0, 4, 0, 3), 'wrong', 0],
    [grade(0, 0, 1, 2), 'partial', 0],
  ])('编程题 with the test results %j is %s and scores %i hundredths', (graded, verdict, score) => {
    expect(scoreCode(rubric, graded)).toMatchObject({ verdict, score })
  })

  it('a 编程题 is pending until the program has been run, and unanswered if the program is empty', () => {
    expect(outcome(rubric, { type: 'code', source: 'print(1)' })).toEqual(['grading', 0])
    expect(outcome(rubric, { type: 'code', source: ' ' })).toEqual(['unanswered', 0])
  })
})

test('a share of a score is rounded to whole hundredths and never exceeds the score', () => {
  expect([
    partOfScore(100, 1, 3),
    partOfScore(100, 2, 3),
    partOfScore(5, 1, 2),
    partOfScore(1, 1, 3),
    partOfScore(700, 7, 7),
  ]).toEqual([33, 67, 3, 0, 700])
})

test.each([
  ['1', '1.05', '0.05', true],
  ['0.1', '0.3', '0.2', true],
  ['1e3', '999', '1', true],
  ['-0.5', '0.5', '1', true],
  ['-0.5000001', '0.5', '1', false],
])('|%s - %s| <= %s is %s', (a, b, tolerance, within) => {
  expect(isWithin(parseDecimal(a)!, parseDecimal(b)!, parseDecimal(tolerance)!)).toBe(within)
})

test.each(['', '.', '-', '1e', '1/2', '0x10', '1..2', '1,2', '50%', '1e9999', '9'.repeat(500)])(
  'parseDecimal rejects “%s”',
  (typed) => expect(parseDecimal(typed)).toBeNull(),
)

test('normaliseText removes invisible characters', () => {
  expect(normaliseText('\u200b队\ufeff列\u00ad', false)).toBe('队列')
})

describe('manual scoring', () => {
  test.each(Object.entries(partTypes))(
    'the type %s supports manual scoring exactly if the contract says so',
    (type, { manual }) => {
      expect(manual !== undefined).toBe(mayNeedPerson(type as keyof typeof partTypes))
    },
  )

  it('a program needs manual scoring only after the runner gave up; the note for the grader has the reason and the passed tests', () => {
    const { manual } = partTypes.code
    const grade = { passed: 1, tests: [{ verdict: 'passed' as const, score: 1, hidden: false }] }
    expect(manual!.isDue({ type: 'none' })).toBe(false)
    expect(manual!.isDue({ type: 'code', grade })).toBe(false)
    const gaveUp = { type: 'code' as const, grade: { ...grade, manual: 'checker' as const } }
    expect(manual!.isDue(gaveUp)).toBe(true)
    expect(manual!.note(gaveUp)).toBe('检查程序出错；已通过 1 / 1 个测试')
  })
})
