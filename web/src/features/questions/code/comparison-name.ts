import type { OutputComparison } from '@dxx/contract/questions'

const comparisonNames: Partial<Record<OutputComparison, string>> = {
  exact: '输出要一字不差',
  tokens: '输出里的空白多少不计',
  checker: '答案不唯一，由检查程序判断',
}

/** Label of the output comparison, unless it is the default (trailing spaces ignored). */
export function comparisonName(
  compare: { mode: OutputComparison; tolerance: string | null } | undefined,
): string | null {
  // Missing in papers downloaded with a previous version.
  if (!compare) return null
  if (compare.mode === 'numeric') return `数值误差不超过 ${compare.tolerance}`
  return comparisonNames[compare.mode] ?? null
}
