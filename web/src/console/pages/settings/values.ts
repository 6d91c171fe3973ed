import type { SiteOption, SiteOptionValue } from '@dxx/contract/site-options'

const isMoney = (option: SiteOption) => option.kind === 'number' && option.unit === '元'

/** Text of a value in its field; money is shown in yuan. */
export const shownValue = (option: SiteOption, value: SiteOptionValue): string =>
  isMoney(option) ? (Number(value) / 100).toFixed(2) : String(value)

/** Parses a typed value, yuan to cents; null if the setting needs a number and the text is not one. */
export function parseValue(option: SiteOption, text: string): SiteOptionValue | null {
  const typed = text.trim()
  if (option.kind !== 'number') return typed
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return null
  return isMoney(option) ? Math.round(Number(typed) * 100) : Number(typed)
}
