import type { Verdict } from '@dxx/contract/questions'

/** Shares are integers; this value is 100 %. */
export const wholeShare = 10_000_000

/** Returns `count / of` of a score, rounded half up to an integer. */
export function partOfScore(score: number, count: number, of: number): number {
  // All values are integers far below 2^53, so the remainder is exact.
  const product = score * count
  const below = Math.floor(product / of)
  return 2 * (product - below * of) >= of ? below + 1 : below
}

/** Shares this close to 0 or 100 % count as 0 or 100 %, because three times 33.33333 % is not quite 100 %. */
const almost = 10

export function verdictOfShare(share: number): 'right' | 'partial' | 'wrong' {
  if (share < almost) return 'wrong'
  return share > wholeShare - almost ? 'right' : 'partial'
}

export function verdictOfCount(right: number, of: number): Verdict {
  if (right === of) return 'right'
  return right === 0 ? 'wrong' : 'partial'
}

/** Formats a share as a percentage with up to seven digits. */
export const percentOf = (share: number) => String(Number(((share * 100) / wholeShare).toFixed(5)))
export const shareOfPercent = (percent: number) => Math.round((percent * wholeShare) / 100)
