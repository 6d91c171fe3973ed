import type { OrderInfo } from '@dxx/contract/calls/commerce'
import { expect, it } from 'vitest'
import { outcomeOf } from './outcome'

const unpaid = { status: 0, timeline: [], refund: null, curriculum: { title: '书' } } as unknown as OrderInfo

it.each([
  ['ok', '正在确认'],
  ['late', '还没有收到结果'],
  ['cancel', '还没有付款'],
  ['fail', '付款没有成功'],
  [undefined, '等待付款'],
] as const)('an unpaid order whose payer reported %s has the title %s', (report, title) => {
  expect(outcomeOf(unpaid, report).title).toBe(title)
})

it('a paid order has the title 购买成功, whatever result the device reported', () => {
  expect(outcomeOf({ ...unpaid, status: 1 } as OrderInfo, 'fail').title).toBe('购买成功')
})
