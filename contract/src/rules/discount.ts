import { discounted, formatYuan } from './amount'

/** Terms of a discount coupon (优惠券). Amounts in cents. */
export interface DiscountTerms {
  kind: 'amount' | 'percent'
  /** For `amount`: cents of the discount. */
  offCents: number
  /** `percent`: percent of the price to pay, 85 for 85 折. */
  percent: number
  /** For `percent`: maximum discount; null: no maximum. */
  capCents: number | null
  /** Minimum price for which the coupon is valid. */
  minCents: number
}

/** Minimum amount to pay after any discount: payment services reject an amount of zero. */
export const leastPayCents = 1

/**
 * Returns the cents of a coupon's discount on a price; 0 below its minimum price. At least `leastPayCents` remain to
 * pay.
 */
export function discountOff({ kind, offCents, percent, capCents, minCents }: DiscountTerms, payCents: number): number {
  if (payCents < minCents) return 0
  const off = kind === 'amount' ? offCents : Math.min(payCents - discounted(payCents, percent), capCents ?? payCents)
  return Math.max(0, Math.min(off, payCents - leastPayCents))
}

/** 8.5 折 for 85, 9 折 for 90. */
export const foldText = (percent: number): string => `${percent / 10} 折`

/** Terms as a short text: 满 100 减 20, 8.5 折，最多减 50, 满 100 打 9 折. */
export function discountLabel({ kind, offCents, percent, capCents, minCents }: DiscountTerms): string {
  const least = minCents > 0 ? `满 ${formatYuan(minCents)} ` : ''
  if (kind === 'amount') return minCents > 0 ? `${least}减 ${formatYuan(offCents)}` : `立减 ${formatYuan(offCents)}`
  return `${least && `${least}打 `}${foldText(percent)}${capCents === null ? '' : `，最多减 ${formatYuan(capCents)}`}`
}
