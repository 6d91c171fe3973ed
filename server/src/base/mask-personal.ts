import { maskMobile } from '@dxx/contract/rules/mask'

/** Keys whose values are always personal data, whatever their format. */
const personalKeys = new Set(['name', 'realName', 'studentNo', 'taxNo', 'email', 'contact', 'mobile'])

/** Masks mobile numbers, e-mail addresses and identity numbers in a text. */
export const maskText = (text: string) =>
  text
    .replace(/(?<!\d)1[3-9]\d{9}(?!\d)/g, maskMobile)
    .replace(/[\w.+-]+@([\w-]+\.[\w.-]+)/g, '***@$1')
    .replace(/(?<![\dA-Za-z-])(\d{4})\d{9,13}(\d{1}[\dXx]{1})(?![\dA-Za-z-])/g, (whole, start, end) =>
      // Identity numbers have 15 or 18 digits; order numbers have 20.
      [15, 18].includes(whole.length) ? `${start}****${end}` : whole,
    )

const shorten = (text: string) => (text.length <= 1 ? text : `${text.slice(0, text.length > 6 ? 3 : 1)}***`)

/**
 * Masks personal data in a value that is stored for years. Numbers and e-mail addresses are found by their format,
 * names and similar values by their key.
 */
export function maskPersonal(value: unknown, key = ''): unknown {
  if (typeof value === 'string') {
    const masked = maskText(value)
    return masked === value && personalKeys.has(key) ? shorten(value) : masked
  }
  if (Array.isArray(value)) return value.map((item) => maskPersonal(item, key))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, maskPersonal(item, name)]))
}
