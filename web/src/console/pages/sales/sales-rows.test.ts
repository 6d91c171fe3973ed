import { expect, it } from 'vitest'
import { salesRows } from './sales-rows'

const sums = { payments: 1, cents: 5940, refunds: 1, refundCents: 940 }

it('the export lists days, channels with exchange codes, and every item', () => {
  const rows = salesRows({
    total: sums,
    days: [{ day: '2026-11-18', ...sums }],
    channels: [{ channel: 'wechat', ...sums }],
    exchanges: 3,
    items: [{ id: 'a', kind: 'course', title: '课程甲', exchanges: 3, ...sums }],
    itemCount: 1,
  })
  expect(rows.filter((row) => row.length > 0).map((row) => row.join(' '))).toEqual([
    '日期 收款笔数 收款 退款笔数 退款 净收入',
    '2026-11-18 1 59.40 1 9.40 50.00',
    '渠道 收款笔数 收款 退款笔数 退款 净收入',
    '微信 1 59.40 1 9.40 50.00',
    '兑换码 3    ',
    '内容 收款笔数 收款 退款笔数 退款 净收入 兑换码',
    '课程甲 1 59.40 1 9.40 50.00 3',
  ])
})
