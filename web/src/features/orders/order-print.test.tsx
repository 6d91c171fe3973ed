import type { OrderInfo } from '@dxx/contract/calls/commerce'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PageContext } from '../../router/page-context'
import { OrderPrint } from './order-print'

afterEach(cleanup)

const page = { path: 'pages/order/details', query: {}, key: '1', active: true }
const order = {
  ...{ id: 'o', no: 'DD2026', status: 1, amount: '99.00,59.00', payCents: 5900, channel: 'wechat' },
  ...{ now: 1_790_000_300, createdAt: 1_790_000_000, paidAt: 1_790_000_060, partRefunds: [], refund: null },
  invoice: null,
  curriculum: { kind: 'textbook', title: '数据库与 SQL' },
  timeline: [
    { status: 0, at: 1_790_000_000, note: '' },
    { status: 1, at: 1_790_000_060, note: '微信支付' },
  ],
} as unknown as OrderInfo

it('Ctrl+P on an order prints a document with its facts, without the texts and buttons of the page', () => {
  render(
    <PageContext value={page}>
      <OrderPrint order={order} />
    </PageContext>,
  )
  expect(document.querySelector('.print-sheet')).toBeNull()
  act(() => void dispatchEvent(new Event('beforeprint')))
  const sheet = document.querySelector('.print-sheet')!
  for (const shown of ['订单详情', 'DD2026', '数据库与 SQL', '实付¥59', '下单时间', '付款方式微信支付', '进度'])
    expect(sheet.textContent).toContain(shown)
  expect(sheet.textContent).not.toContain('去学习吧')
  expect(sheet.querySelector('button, a, svg')).toBeNull()
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(document.querySelector('.print-sheet')).toBeNull()
})
