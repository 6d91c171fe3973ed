/** Millionths of a yuan as text; small amounts keep four decimals, because one answer costs less than a cent. */
export function yuanText(micros: number): string {
  if (micros === 0) return '¥0'
  return `¥${(micros / 1_000_000).toFixed(micros < 1_000_000 ? 4 : 2)}`
}

/** A number of tokens as text: 820, 3.2 万, 1.5 亿. */
export function tokensText(tokens: number): string {
  if (tokens < 10_000) return tokens.toLocaleString('zh-CN')
  const [unit, name] = tokens < 100_000_000 ? [10_000, '万'] : [100_000_000, '亿']
  return `${(tokens / unit).toFixed(1).replace(/\.0$/, '')} ${name}`
}

/** Rest of a budget of the site; 0 means no limit. */
export const leftOf = (spent: number, budget: number, text: (amount: number) => string): string =>
  budget === 0 ? '全站不限' : `全站预算 ${text(budget)}，还剩 ${text(Math.max(0, budget - spent))}`
