import type { ShelfItem } from '@dxx/contract/calls/staff/shelf'
import { discounted } from '@dxx/contract/rules/amount'
import { centsOf } from '../work/money'

/** Fields that staff change on the shelf page. */
export type Shelved = Pick<ShelfItem, 'priceCents' | 'percent' | 'onShelf' | 'startsAt' | 'endsAt'>

export const shelvedOf = ({ priceCents, percent, onShelf, startsAt, endsAt }: ShelfItem): Shelved => ({
  priceCents,
  percent,
  onShelf,
  startsAt,
  endsAt,
})

export interface ShelfForm {
  price: string
  percent: string
  startsAt: number | null
  endsAt: number | null
}

export const shelfFormOf = (item: ShelfItem): ShelfForm => ({
  price: String(item.priceCents / 100),
  percent: String(item.percent),
  // Content that was never on the shelf has no start yet.
  startsAt: item.startsAt || null,
  endsAt: item.endsAt,
})

/** Returns the typed values with the problems by field, and the price to pay. */
export function checkShelfForm({ price, percent, startsAt, endsAt }: ShelfForm, { onShelf }: Shelved, now: number) {
  const problems: Partial<Record<keyof ShelfForm, string>> = {}
  const cents = centsOf(price)
  const share = /^\d{1,3}(\.\d{1,2})?$/.test(percent.trim()) ? Number(percent) : Number.NaN
  if (cents === undefined || cents > 10_000_000) problems.price = '请填写 0 到 100000 的金额'
  if (!(share >= 0 && share <= 100)) problems.percent = '请填写 0 到 100'
  if (startsAt === null && onShelf) problems.startsAt = '请选择开始时间'
  if (endsAt !== null && startsAt !== null && endsAt <= startsAt) problems.endsAt = '要晚于开始时间'
  else if (endsAt !== null && onShelf && endsAt <= now) problems.endsAt = '上架的内容要晚于现在'
  const set: Shelved = { priceCents: cents ?? 0, percent: share, onShelf, startsAt: startsAt ?? 0, endsAt }
  return {
    problems,
    set,
    isValid: Object.keys(problems).length === 0,
    payCents: discounted(set.priceCents, Number.isNaN(share) ? 100 : share),
  }
}

/** Content that was never on sale starts now; content that goes on sale again must not end at once. */
export const putOnShelf = (shelved: Shelved, now: number): Shelved => ({
  ...shelved,
  onShelf: true,
  startsAt: shelved.startsAt || now,
  endsAt: shelved.endsAt !== null && shelved.endsAt <= now ? null : shelved.endsAt,
})
