import type { Sort } from '@dxx/contract/calls/catalogue'

export type PriceFilter = 'all' | 'free' | 'paid'

export interface ListQuery {
  classify: string | undefined
  sort: Sort
  price: PriceFilter
}

const sorts: Sort[] = ['default', 'newest', 'popular', 'price-up', 'price-down']
const prices: PriceFilter[] = ['all', 'free', 'paid']
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses the list state from the query; invalid values count as missing. */
export function readListQuery(query: Readonly<Record<string, string>>): ListQuery {
  return {
    classify: uuid.test(query.classify ?? '') ? query.classify : undefined,
    sort: sorts.find((sort) => sort === query.sort) ?? 'default',
    price: prices.find((price) => price === query.price) ?? 'all',
  }
}

export const sortChoices = [
  { value: 'default', title: '综合' },
  { value: 'newest', title: '最新' },
  { value: 'popular', title: '人气' },
  { value: 'price', title: '价格' },
] as const
export type SortChoice = (typeof sortChoices)[number]['value']

/** Returns the sort after a tap: price starts ascending and reverses on the next tap. */
export function sortAfter(choice: SortChoice, now: Sort): Sort {
  if (choice !== 'price') return choice
  return now === 'price-up' ? 'price-down' : 'price-up'
}

export const choiceOf = (sort: Sort): SortChoice => (sort === 'price-up' || sort === 'price-down' ? 'price' : sort)

export const priceChoices = [
  { value: 'all', title: '不限' },
  { value: 'free', title: '免费' },
  { value: 'paid', title: '付费' },
] as const
