import { describe, expect, it } from 'vitest'
import { canChangeOrder, canDeleteOrder, type OrderActor, type OrderStatus, orderStatusText } from './order-state'
import { isTaxNo } from './tax-no'

const statuses = Object.keys(orderStatusText).map(Number) as OrderStatus[]
const reachable = (by: OrderActor) =>
  statuses.flatMap((from) => statuses.filter((to) => canChangeOrder(from, to, by)).map((to) => `${from}→${to}`))

describe('order state changes', () => {
  it('the buyer can only cancel an unpaid order or request a refund of a completed one', () => {
    expect(reachable('owner')).toEqual(['0→2', '1→4'])
  })

  it('only a verified payment or refund completes an order or a refund', () => {
    expect(reachable('payment')).toEqual(['0→1', '0→3', '4→5'])
    expect(reachable('time')).toEqual(['0→3'])
    expect(reachable('operator')).toEqual(['1→4', '4→1'])
  })

  it('a cancelled, closed or refunded order never changes its state', () => {
    for (const actor of ['owner', 'payment', 'time', 'operator'] as const)
      for (const from of [2, 3, 5] as const)
        for (const to of statuses) expect(canChangeOrder(from, to, actor)).toBe(false)
  })

  it('an unpaid or refunding order cannot be deleted', () => {
    expect(statuses.filter(canDeleteOrder)).toEqual([1, 2, 3, 5])
  })
})

describe('tax numbers', () => {
  it.each([
    ['12420000DXX0000012', true],
    ['12420000DXX0000011', false],
    ['12420000dxx0000012', false],
    ['12420000DXX000001', false],
    ['12420000DXI0000012', false],
    ['', false],
  ])('isTaxNo(%j) returns %s', (text, right) => {
    expect(isTaxNo(text)).toBe(right)
  })
})
