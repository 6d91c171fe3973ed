import { expect, test } from 'vitest'
import { readListQuery, sortAfter } from './list-query'

const subject = '3d457988-dd6c-5c81-a3fa-ef30d9588ea6'

test('reads the list state from the query and ignores invalid values', () => {
  expect(readListQuery({ classify: subject, sort: 'price-down', price: 'free' })).toEqual({
    classify: subject,
    sort: 'price-down',
    price: 'free',
  })
  const plain = { classify: undefined, sort: 'default', price: 'all' }
  expect(readListQuery({})).toEqual(plain)
  expect(readListQuery({ classify: "' or 1=1", sort: 'constructor', price: 'cheap' })).toEqual(plain)
})

test('price sorts ascending on the first tap and reverses on the next; a tap on another sort replaces it', () => {
  expect(sortAfter('price', 'default')).toBe('price-up')
  expect(sortAfter('price', 'price-up')).toBe('price-down')
  expect(sortAfter('price', 'price-down')).toBe('price-up')
  expect(sortAfter('newest', 'price-down')).toBe('newest')
})
