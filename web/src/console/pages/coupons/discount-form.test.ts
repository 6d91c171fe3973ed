import { describe, expect, it } from 'vitest'
import { checkForm, formOf } from './discount-form'

const form = { ...formOf(null, 1000), title: '满减', off: '20' }

describe('checkForm', () => {
  it('converts a complete form to the input of the call', () => {
    const { isValid, input } = checkForm({ ...form, min: '100', stock: '50' }, undefined)
    expect(isValid).toBe(true)
    expect(input).toMatchObject({ offCents: 2000, minCents: 10_000, stock: 50, perUser: 1, percent: 100 })
  })

  it('reads 8.5 折 as 85 percent with an optional maximum', () => {
    const percent = { ...form, kind: 'percent' as const, fold: '8.5' }
    expect(checkForm(percent, undefined).input).toMatchObject({ percent: 85, capCents: null, offCents: 0 })
    expect(checkForm({ ...percent, cap: '30' }, undefined).input.capCents).toBe(3000)
  })

  it.each([
    ['off', { off: '-3' }],
    ['off', { off: '100', min: '100' }],
    ['fold', { kind: 'percent' as const, fold: '10' }],
    ['fold', { kind: 'percent' as const, fold: '0' }],
    ['cap', { kind: 'percent' as const, fold: '8', cap: '0' }],
    ['min', { min: 'x' }],
    ['perUser', { perUser: '0' }],
    ['stock', { stock: '0' }],
    ['endsAt', { endsAt: 10 }],
    ['title', { title: ' ' }],
  ])('reports a wrong value of %s', (field, change) => {
    expect(Object.keys(checkForm({ ...form, ...change }, undefined).problems)).toEqual([field])
  })
})
