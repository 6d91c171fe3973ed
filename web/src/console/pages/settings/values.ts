import type { SiteOption, SiteOptionValue } from '@dxx/contract/site-options'

const isMoney = (option: SiteOption) => option.kind === 'number' && option.unit === '元'

/** A value as it is typed: money in yuan. */
export const shownValue = (option: SiteOption, value: SiteOptionValue): string =>
  isMoney(option) ? (Number(value) / 100).toFixed(2) : String(value)

/** The value of what was typed; null if it is no number where one is needed. */
export function parseValue(option: SiteOption, text: string): SiteOptionValue | null {
  const typed = text.trim()
  if (option.kind !== 'number') return typed
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return null
  return isMoney(option) ? Math.round(Number(typed) * 100) : Number(typed)
}
