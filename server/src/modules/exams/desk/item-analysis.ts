import type { ItemFlag } from '@dxx/contract/calls/staff/exam-results'

/**
 * Classical test theory on a table of scores: one row per student, one column per item. Null: the item was not on the
 * student's paper.
 */
type ScoreTable = (number | null)[][]

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Sample variance (n − 1); 0 for fewer than two values. */
function variance(values: number[]): number {
  if (values.length < 2) return 0
  const average = mean(values)
  return values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1)
}

/** Pearson correlation; null if one list has no variance. */
export function pearson(xs: number[], ys: number[]): number | null {
  const [x, y] = [variance(xs), variance(ys)]
  if (x === 0 || y === 0) return null
  const [meanX, meanY] = [mean(xs), mean(ys)]
  const covariance = xs.reduce((sum, value, i) => sum + (value - meanX) * (ys[i]! - meanY), 0) / (xs.length - 1)
  return covariance / Math.sqrt(x * y)
}

const totals = (table: ScoreTable) => table.map((row) => row.reduce<number>((sum, score) => sum + (score ?? 0), 0))
const column = (table: number[][], item: number) => table.map((row) => row[item]!)

/** Cronbach's alpha; null for fewer than two items or students, without variance, or if students had different items. */
export function cronbachAlpha(scores: ScoreTable): number | null {
  if (!isComplete(scores)) return null
  const table = scores
  const items = table[0]?.length ?? 0
  const whole = variance(totals(table))
  if (items < 2 || whole === 0) return null
  const parts = Array.from({ length: items }, (_, item) => variance(column(table, item)))
  return (items / (items - 1)) * (1 - parts.reduce((sum, part) => sum + part, 0) / whole)
}

export type Third = 'upper' | 'middle' | 'lower'

/** Upper and lower third by total score, a third of the students each, rounded down; equal totals in order of the table. */
export function thirdsOf(table: ScoreTable): Third[] {
  const size = Math.floor(table.length / 3)
  const order = totals(table)
    .map((total, student) => ({ total, student }))
    .sort((a, b) => b.total - a.total || a.student - b.student)
  const thirds: Third[] = table.map(() => 'middle')
  for (const [place, { student }] of order.entries())
    if (place < size) thirds[student] = 'upper'
    else if (place >= table.length - size) thirds[student] = 'lower'
  return thirds
}

export interface AnalysedColumn {
  p: number | null
  deviation: number | null
  discrimination: number | null
  thirdsDifference: number | null
  alphaWithout: number | null
}

const isComplete = (table: ScoreTable): table is number[][] => table.every((row) => !row.includes(null))

/** Analyses a table of scores with the maximum of each item. */
export function analyseTable(table: ScoreTable, maxima: number[]) {
  const sums = totals(table)
  const alpha = cronbachAlpha(table)
  const deviation = table.length < 2 ? null : Math.sqrt(variance(sums))
  const thirds = thirdsOf(table)
  const items = maxima.map((max, item): AnalysedColumn => {
    const takers = table.flatMap((row, student) => (row[item] === null ? [] : [student]))
    const scores = takers.map((student) => table[student]![item]!)
    if (scores.length === 0)
      return { p: null, deviation: null, discrimination: null, thirdsDifference: null, alphaWithout: null }
    const shareOf = (third: Third) => {
      const chosen = scores.filter((_, i) => thirds[takers[i]!] === third)
      return chosen.length === 0 ? null : mean(chosen) / max
    }
    const [upper, lower] = [shareOf('upper'), shareOf('lower')]
    return {
      p: mean(scores) / max,
      deviation: scores.length < 2 ? null : Math.sqrt(variance(scores)),
      discrimination: pearson(
        scores,
        scores.map((score, i) => sums[takers[i]!]! - score),
      ),
      thirdsDifference: upper === null || lower === null ? null : upper - lower,
      alphaWithout: cronbachAlpha(table.map((row) => row.filter((_, i) => i !== item))),
    }
  })
  return {
    students: table.length,
    average: table.length === 0 ? null : mean(sums),
    deviation,
    alpha,
    standardError: alpha === null || deviation === null ? null : deviation * Math.sqrt(Math.max(0, 1 - alpha)),
    thirds,
    items,
  }
}

export interface CountedOption {
  right: boolean
  upper: number
  all: number
}

/** Minimum number of students for flags: with fewer, the statistics of a question mean little. */
const enoughStudents = 10

/** Flags of a question; `groups` are its options, one list per question part with options. */
export function flagsOf(
  { p, discrimination }: AnalysedColumn,
  groups: CountedOption[][],
  students: number,
): ItemFlag[] {
  if (students < enoughStudents || p === null) return []
  const found: [ItemFlag, boolean][] = [
    ['too-easy', p > 0.95],
    ['too-hard', p < 0.2],
    ['negative', discrimination !== null && discrimination < 0],
    ['weak', discrimination !== null && discrimination >= 0 && discrimination < 0.15],
    ['unused-distractor', groups.some((options) => options.some(({ right, all }) => !right && all === 0))],
    ['distractor-beats-key', groups.some(beatsKey)],
  ]
  return found.flatMap(([flag, isSet]) => (isSet ? [flag] : []))
}

/** Whether the upper third chose a wrong option more often than every right option. */
function beatsKey(options: CountedOption[]): boolean {
  const bestRight = Math.max(0, ...options.filter(({ right }) => right).map(({ upper }) => upper))
  return options.some(({ right, upper }) => !right && upper > bestRight)
}
