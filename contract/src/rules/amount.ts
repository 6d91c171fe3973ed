import { texts } from './constants'

/** An amount as the calls carry it: `'price,discountPercent'`, yuan and percent of the price. Cents inside. */
export interface Amount {
  /** The list price in cents. */
  list: number
  /** Percent of the list price that is paid: 100 is no discount. */
  percent: number
  /** What is paid, in cents, rounded half up. */
  pay: number
}

const decimal = /^-?\d+(\.\d{1,2})?$/

/** Turns `'12.5'` into 1250 without going through binary fractions. */
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
  return `${yuan(cents)},${percent}`
}

/** Cents as yuan with at most two decimals and no trailing zeros: 5940 is `59.4`. */
export function yuan(cents: number): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const part = (Math.abs(cents) % 100).toString().padStart(2, '0').replace(/0+$/, '')
  return `${sign}${whole}${part ? `.${part}` : ''}`
}

/** What a price tag says. */
export function priceLabel(amount: Amount): string {
  return amount.pay <= 0 ? texts.free : `¥${yuan(amount.pay)}`
}
