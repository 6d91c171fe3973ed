import { describe, expect, it, test } from 'vitest'
import { Unusable } from '../author-text'
import { scoreAnswer } from '../score'
import { wholeShare } from '../shares'
import { numberAuthoring } from './author'
import { numberFromBlank } from './from-blank'
import { parseNumberAnswer, writeNumberAnswer } from './notation'
import { reciprocal } from './ratio'
import { readNumber } from './read-number'

const outcome = (accepted: string, value: string, unit = '') => {
  const rubric = { type: 'number' as const, score: 200, analysis: '', ...parseNumberAnswer(accepted) }
  const { verdict, score } = scoreAnswer(rubric, { type: 'number', value, unit })
  return [verdict, score]
}

describe('scoring a 数值题 of 2 points', () => {
  test.each<[accepted: string, value: string, unit: string, verdict: string, score: number]>([
    // All notations of a number have the same exact value.
    ['1200', '1200', '', 'right', 200],
    ['1200', '1,200', '', 'right', 200],
    ['1200', '１２００．０', '', 'right', 200],
    ['1200', '1.2e3', '', 'right', 200],
    ['1200', '1.2×10^3', '', 'right', 200],
    ['1200', '1.2 x 10³', '', 'right', 200],
    ['1200', '12,00', '', 'wrong', 0],
    ['1200', '1200.0000000000000000001', '', 'wrong', 0],
    ['1200', '一千二', '', 'wrong', 0],
    ['100', '10²', '', 'right', 200],
    ['0.001', '10⁻³', '', 'right', 200],
    ['-2', '−2', '', 'right', 200],
    ['-2', '－２', '', 'right', 200],
    ['-2', '2', '', 'wrong', 0],
    ['0.5', '1/2', '', 'wrong', 0],
    ['3', '3×2', '', 'wrong', 0],
    ['3', '', '', 'unanswered', 0],
    ['3', ' ', ' ', 'unanswered', 0],
    // Without units, no text may follow the number.
    ['3', '3 m', '', 'wrong', 0],
    // The limits of an absolute or relative tolerance are still right.
    ['9.8±0.1', '9.7', '', 'right', 200],
    ['9.8±0.1', '9.9', '', 'right', 200],
    ['9.8±0.1', '9.90001', '', 'wrong', 0],
    ['200±1%', '198', '', 'right', 200],
    ['200±1%', '202.0001', '', 'wrong', 0],
    ['-200±1%', '-202', '', 'right', 200],
    ['3×10^8±1%', '2.97e8', '', 'right', 200],
    ['0±1%', '0', '', 'right', 200],
    // The student writes the unit, in a separate field or after the number.
    ['9.8±0.1 m|cm=0.01|km=1000', '9.8', 'm', 'right', 200],
    ['9.8±0.1 m|cm=0.01|km=1000', '980', 'cm', 'right', 200],
    ['9.8±0.1 m|cm=0.01|km=1000', '990.1 cm', '', 'wrong', 0],
    ['9.8±0.1 m|cm=0.01|km=1000', '0.0098km', '', 'right', 200],
    ['9.8±0.1 m|cm=0.01|km=1000', '9.8 m', 'm', 'right', 200],
    ['9.8±0.1 m|cm=0.01|km=1000', '9.8 m', 'cm', 'partial', 100],
    ['9.8±0.1 m|cm=0.01|km=1000', '9.8', '', 'partial', 100],
    ['9.8±0.1 m|cm=0.01|km=1000', '9.8', 'cm', 'partial', 100],
    ['9.8±0.1 m|cm=0.01|km=1000', '9.8', 'kg', 'partial', 100],
    ['9.8±0.1 m|cm=0.01|km=1000', '980', '', 'wrong', 0],
    ['9.8±0.1 m|cm=0.01|km=1000', '', 'm', 'wrong', 0],
    ['9.8 m {0%}', '9.8', '', 'wrong', 0],
    ['9.8 m {30%}', '9.8', '', 'partial', 60],
    ['9.8 m {100%}', '9.8', '', 'right', 200],
    // The factor 1/3.6 is not a finite decimal, so it must be calculated as a fraction.
    ['10 m/s|km/h=1/3.6', '36', 'km/h', 'right', 200],
    ['10 m/s|km/h=1/3.6', '36.0000001', 'km/h', 'wrong', 0],
    ['9.8 m/s²', '9.8', 'm/s^2', 'right', 200],
    ['9.8 m/s²', '9.8', 'ｍ／ｓ２', 'right', 200],
    ['9.8 m/s²', '9.8', 'M/s²', 'partial', 100],
    ['37 ℃', '37', '°C', 'right', 200],
    ['50 %', '50%', '', 'right', 200],
    // If the unit is shown beside the field, the student need not write it.
    ['9.8 [m]', '9.8', '', 'right', 200],
    ['9.8 [m]', '9.8 m', '', 'right', 200],
    ['9.8 [m]', '9.8 s', '', 'partial', 100],
  ])('the key %s answered with the number “%s” and the unit “%s” is %s', (accepted, value, unit, verdict, score) => {
    expect(outcome(accepted, value, unit)).toEqual([verdict, score])
  })

  it('returns whether the number and the unit are right', () => {
    const rubric = { type: 'number' as const, score: 200, analysis: '', ...parseNumberAnswer('9.8 m|cm=0.01') }
    const detail = (value: string, unit: string) => scoreAnswer(rubric, { type: 'number', value, unit }).detail
    expect(detail('980', 'cm')).toEqual({ type: 'number', number: true, unit: true })
    expect(detail('9.8', '')).toEqual({ type: 'number', number: true, unit: false })
    expect(detail('5', 'm')).toEqual({ type: 'number', number: false, unit: true })
  })
})

test.each([
  ['9.8', '9.8'],
  ['9.8 ± 0.1', '9.8±0.1'],
  ['9.8+-0.1m', '9.8±0.1 m'],
  ['3.0×10⁸±1% m/s|km/s=1000', '3.0e8±1% m/s|km/s=1000'],
  ['1,200 [元]', '1200 [元]'],
  ['50±1 %', '50±1 %'],
  ['50±1% %', '50±1% %'],
  ['2 m { 30% }', '2 m {30%}'],
])('rewriteKey writes the key “%s” as “%s” without changing its meaning', (written, canonical) => {
  expect(writeNumberAnswer(parseNumberAnswer(written))).toBe(canonical)
  expect(parseNumberAnswer(canonical)).toEqual(parseNumberAnswer(written))
})

test.each(['', '约 9.8', '±0.1', '9.8±', '1/2', '9.8 m|cm', '9.8 m=2', '9.8 m|cm=1=2'])(
  'the 数值题 key “%s” cannot be parsed',
  (written) => expect(() => parseNumberAnswer(written)).toThrow(Unusable),
)

test.each([
  ['9.8 m|cm=0', '单位“cm”的换算“0”要写成大于 0 的数或分数'],
  ['9.8 m|m=1', '单位有重复的'],
  ['9.8 m|=2', '单位是空的'],
  ['9.8 m,s', '不能有 | = [ ] { } 和逗号'],
  ['9.8 m {200%}', '得分比例要在 0% 到 100% 之间'],
])('the 数值题 key “%s” is rejected with the reason %s', (written, flaw) => {
  const source = {
    type: 'number' as const,
    slug: 'a',
    score: 100,
    stem: 'x',
    analysis: '',
    ...parseNumberAnswer(written),
  }
  expect(numberAuthoring.flaws(source).join('；')).toContain(flaw)
})

test.each([
  ['100', '0.01'],
  ['0.01', '100'],
  ['3.6', '1/3.6'],
  ['1/3.6', '3.6'],
  ['8', '0.125'],
  ['0', null],
  ['x', null],
])('the reciprocal of %s is %s', (text, expected) => {
  expect(reciprocal(text)).toBe(expected)
})

test('a long or hostile text is not a number and is rejected quickly', () => {
  expect(readNumber('9'.repeat(500))).toBeNull()
  expect(readNumber(`1${',1'.repeat(10_000)}`)).toBeNull()
  expect(readNumber('1e9999')).toBeNull()
})

test.each([
  [
    '重力加速度是 {{}} m/s²',
    [[{ value: '9.8', tolerance: '0.1', share: wholeShare }]],
    '重力加速度是 \\_\\_\\_\\_ m/s²',
  ],
  ['重力加速度是多少？ {{}}', [[{ value: '9.8', tolerance: '0', share: wholeShare }]], '重力加速度是多少？'],
  ['{{}}', [[{ value: '9.8', tolerance: '0', share: wholeShare }]], null],
  ['几年？{{}}', [[{ value: '1822', tolerance: '2', share: wholeShare / 2 }]], null],
  ['几年？{{}}', [[{ text: '1822', share: wholeShare }]], null],
])('converts the blank “%s” to a 数值题 only if nothing is lost', (stem, blanks, expected) => {
  const blank = { type: 'blank' as const, slug: 'a', score: 100, analysis: '', stem, blanks, caseSensitive: false }
  expect(numberFromBlank(blank)?.stem ?? null).toBe(expected)
})
