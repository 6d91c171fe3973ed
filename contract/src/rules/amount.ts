import { texts } from './constants'

/** A price with its discount. Calls send it as `'price,percent'` (yuan, percent of the price); stored in cents. */
export interface Amount {
  /** The list price in cents. */
  list: number
  /** Percent of the list price to pay; 100 means no discount. */
  percent: number
  /** Amount to pay in cents, rounded half up. */
  pay: number
}

const decimal = /^-?\d+(\.\d{1,2})?$/

/** Converts `'12.5'` to 1250 without floating-point errors. */
function hundredths(text: string): number {
  if (!decimal.test(text)) throw new RangeError(`not an amount: ${text}`)
  const sign = text.startsWith('-') ? -1 : 1
  const [whole = '0', part = ''] = text.replace('-', '').split('.')
  return sign * (Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

export function discounted(cents: number, percent: number): number {
  return Math.floor((cents * Math.round(percent * 100) + 5000) / 10_000)
}

export function parseAmount(amount: string): Amount {
  const [price = '', percentText = ''] = amount.split(',').map((part) => part.trim())
  const list = hundredths(price)
  const percent = percentText === '' ? 100 : hundredths(percentText) / 100
  return { list, percent, pay: discounted(list, percent) }
}

export function formatAmount(cents: number, percent: number): string {
  return `${formatYuan(cents)},${percent}`
}

/** Formats cents as yuan with at most two decimals and no trailing zeros: 5940 is `59.4`. */
export function formatYuan(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const part = (Math.abs(cents) % 100).toString().padStart(2, '0').replace(/0+$/, '')
  return `${sign}${whole}${part ? `.${part}` : ''}`
}

/** Returns the display text of a price. */
export function priceLabel(amount: Amount): string {
  return amount.pay <= 0 ? texts.free : `¥${formatYuan(amount.pay)}`
}
