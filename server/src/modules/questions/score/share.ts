import type { Verdict } from '@dxx/contract/questions'
import { whole } from '../rubric'

/** Part of a score, in whole hundredths, half rounded up. */
export function part(score: number, count: number, of: number): number {
  // Integers far below 2^53, so the remainder is exact.
  const product = score * count
  const below = Math.floor(product / of)
  return 2 * (product - below * of) >= of ? below + 1 : below
}

/** As near to all or nothing as makes no difference: shares such as 33.33333 % add up to almost a whole. */
const almost = 10

export function verdictOfShare(share: number): 'right' | 'partial' | 'wrong' {
  if (share < almost) return 'wrong'
  return share > whole - almost ? 'right' : 'partial'
}

export function verdictOfCount(right: number, of: number): Verdict {
  if (right === of) return 'right'
  return right === 0 ? 'wrong' : 'partial'
}
