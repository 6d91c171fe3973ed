import { describe, expect, it } from 'vitest'
import { checkShelfForm, putOnShelf, shelfFormOf } from './shelf-form'

const shelved = { priceCents: 9900, percent: 60, onShelf: true, startsAt: 100, endsAt: null }
const form = { price: '99', percent: '60', startsAt: 100, endsAt: null }

describe('checkShelfForm', () => {
  it('returns the values and the price to pay', () => {
    expect(checkShelfForm(form, shelved, 1000)).toMatchObject({ isValid: true, set: shelved, payCents: 5940 })
  })

  it.each([
    ['price', { price: 'x' }],
    ['price', { price: '100000.01' }],
    ['percent', { percent: '101' }],
    ['startsAt', { startsAt: null }],
    ['endsAt', { endsAt: 100 }],
    ['endsAt', { endsAt: 900 }],
  ])('reports a wrong value of %s', (field, change) => {
    expect(Object.keys(checkShelfForm({ ...form, ...change }, shelved, 1000).problems)).toEqual([field])
  })

  it('accepts a past end for an item off the shelf', () => {
    expect(checkShelfForm({ ...form, endsAt: 900 }, { ...shelved, onShelf: false }, 1000).isValid).toBe(true)
  })
})

it('new content has no start of sale until it is put on the shelf', () => {
  const fresh = { ...shelved, onShelf: false, startsAt: 0 }
  const typed = shelfFormOf({ ...fresh, priceCents: 9900 } as Parameters<typeof shelfFormOf>[0])
  expect(typed.startsAt).toBeNull()
  expect(checkShelfForm(typed, fresh, 1000)).toMatchObject({ isValid: true, set: fresh })
  expect(putOnShelf(fresh, 1000)).toEqual({ ...shelved, startsAt: 1000 })
  expect(putOnShelf({ ...shelved, endsAt: 900 }, 1000)).toEqual(shelved)
})
