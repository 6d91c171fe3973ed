import { expect, test } from 'vitest'
import { readListQuery, sortAfter } from './list-query'

const subject = '3d457988-dd6c-5c81-a3fa-ef30d9588ea6'

test('an address says what the list shows, and nonsense in it says nothing', () => {
  expect(readListQuery({ classify: subject, sort: 'price-down', price: 'free' })).toEqual({
    classify: subject,
    sort: 'price-down',
    price: 'free',
  })
  const plain = { classify: undefined, sort: 'default', price: 'all' }
  expect(readListQuery({})).toEqual(plain)
  expect(readListQuery({ classify: "' or 1=1", sort: 'constructor', price: 'cheap' })).toEqual(plain)
})

test('tapping the price turns it round, tapping another sort leaves it', () => {
  expect(sortAfter('price', 'default')).toBe('price-up')
  expect(sortAfter('price', 'price-up')).toBe('price-down')
  expect(sortAfter('price', 'price-down')).toBe('price-up')
  expect(sortAfter('newest', 'price-down')).toBe('newest')
})
