import { describe, expect, it } from 'vitest'
import { analyseTable, cronbachAlpha, flagsOf, pearson, thirdsOf } from './item-analysis'

/** Six students, three items of 2, 2 and 4 points; the expected figures are computed by hand. */
const table = [
  [2, 2, 4],
  [2, 1, 3],
  [1, 2, 3],
  [2, 0, 2],
  [0, 1, 1],
  [1, 0, 0],
]
const maxima = [2, 2, 4]

describe('analyseTable', () => {
  const { items, ...whole } = analyseTable(table, maxima)

  it('computes average, deviation, alpha and standard error', () => {
    expect(whole.students).toBe(6)
    expect(whole.average).toBeCloseTo(4.5, 10)
    // Squares 157 − 27² / 6 = 35.5; 35.5 / 5 = 7.1.
    expect(whole.deviation).toBeCloseTo(2.66458, 5)
    // 3/2 · (1 − (2/3 + 0.8 + 2.16667) / 7.1).
    expect(whole.alpha).toBeCloseTo(0.732394, 6)
    expect(whole.standardError).toBeCloseTo(1.378405, 6)
  })

  it('computes p as the average share of the points (facility index)', () => {
    expect(items.map(({ p }) => p!.toFixed(6))).toEqual(['0.666667', '0.500000', '0.541667'])
  })

  it('correlates each item with the sum of the other items (discrimination index)', () => {
    // 11 / √745, 5 / √86, 26 / √715.
    expect(items.map(({ discrimination }) => discrimination!.toFixed(5))).toEqual(['0.40301', '0.53916', '0.97234'])
  })

  it('splits students into thirds and computes the difference between upper and lower third', () => {
    expect(whole.thirds).toEqual(['upper', 'upper', 'middle', 'middle', 'lower', 'lower'])
    expect(items.map(({ thirdsDifference }) => thirdsDifference)).toEqual([0.75, 0.5, 0.75])
  })

  it('computes alpha of the table without each item', () => {
    // Items 1 and 2: 2 · (1 − 1.46667 / 1.46667) = 0.
    expect(items[2]!.alphaWithout).toBeCloseTo(0, 10)
  })
})

describe('small and constant tables', () => {
  it.each([
    ['no student', []],
    ['one student', [[1, 2]]],
  ])('the analysis has no alpha for %s', (_case, few) => {
    const result = analyseTable(few as number[][], [2, 2])
    expect([result.alpha, result.standardError, result.deviation]).toEqual([null, null, null])
  })

  it('pearson and cronbachAlpha return null for a list without variance and for one item', () => {
    expect(pearson([1, 1, 1], [1, 2, 3])).toBeNull()
    expect(cronbachAlpha([[1], [2]])).toBeNull()
  })

  it('puts all students into the middle third if there are fewer than three', () => {
    expect(thirdsOf([[1], [2]])).toEqual(['middle', 'middle'])
  })
})

describe('flagsOf', () => {
  const figures = { p: 0.6, deviation: 1, discrimination: 0.4, thirdsDifference: 0.3, alphaWithout: 0.7 }
  const option = (right: boolean, upper: number, all: number) => ({ right, upper, all })

  it.each([
    ['too-easy', { ...figures, p: 0.96 }, []],
    ['too-hard', { ...figures, p: 0.19 }, []],
    ['negative', { ...figures, discrimination: -0.01 }, []],
    ['weak', { ...figures, discrimination: 0.14 }, []],
    ['unused-distractor', figures, [option(true, 5, 12), option(false, 0, 0), option(false, 1, 4)]],
    ['distractor-beats-key', figures, [option(true, 2, 9), option(false, 5, 9)]],
  ] as const)('flagsOf sets the flag %s', (flag, item, options) => {
    expect(flagsOf(item, [[...options]], 30)).toEqual([flag])
  })

  it('sets no flag for a question with good statistics, and no flag for fewer than ten students', () => {
    expect(flagsOf(figures, [[option(true, 9, 20), option(false, 1, 10)]], 30)).toEqual([])
    expect(flagsOf({ ...figures, p: 0 }, [], 9)).toEqual([])
  })
})
