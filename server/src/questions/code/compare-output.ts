import { isWithin, readDecimal, times } from '../../base/decimal'
import { readTolerance } from '../tolerance'
import type { TextComparison } from './rubric'

export const defaultComparison: TextComparison = { mode: 'trim' }

export function isSameOutput(comparison: TextComparison, expected: string, actual: string): boolean {
  switch (comparison.mode) {
    case 'exact':
      return actual === expected
    case 'trim':
      return trimmed(actual) === trimmed(expected)
    case 'tokens':
      return allTokens(expected, actual, (one, other) => one === other)
    case 'numeric': {
      const isNear = within(comparison.tolerance)
      return allTokens(expected, actual, (one, other) => one === other || isNear(one, other))
    }
  }
}

function trimmed(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd()
}

const tokensOf = (text: string) => text.split(/\s+/).filter((token) => token !== '')

function allTokens(expected: string, actual: string, same: (expected: string, actual: string) => boolean): boolean {
  const [wanted, given] = [tokensOf(expected), tokensOf(actual)]
  return wanted.length === given.length && wanted.every((token, i) => same(token, given[i]!))
}

function within(text: string): (expected: string, actual: string) => boolean {
  const { tolerance, relative } = readTolerance(text) ?? { tolerance: '0', relative: false }
  const size = readDecimal(tolerance)!
  const share = { ...size, exponent: size.exponent - 2 }
  return (expected, actual) => {
    const [wanted, given] = [readDecimal(expected), readDecimal(actual)]
    return wanted !== null && given !== null && isWithin(wanted, given, relative ? times(wanted, share) : size)
  }
}

/** Splits into lines; a final line end adds no empty line. */
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/**
 * Builds a checker's input: line counts of the test's input, expected and actual output, then those lines. The counts
 * come first, so that no output can imitate another section.
 */
export function checkerInput(input: string, expected: string, actual: string): string {
  const sections = [input, expected, actual].map(linesOf)
  return `${[sections.map(({ length }) => length).join(' '), ...sections.flat()].join('\n')}\n`
}

/** Reads a checker's output: `accepted` or `wrong` as its first word; null otherwise. */
export function checkerVerdict(stdout: string): 'passed' | 'wrong' | null {
  const [word] = tokensOf(stdout)
  return word === 'accepted' ? 'passed' : word === 'wrong' ? 'wrong' : null
}
