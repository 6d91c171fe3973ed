import type { StaffData } from '../../api/client'

const yuan = (cents: number) => (cents / 100).toFixed(2)

/** Rows of the export: days, then items. */
export function salesRows({ days, items }: StaffData<'GET /staff/v1/sales'>): (string | number)[][] {
  const head = ['收款笔数', '收款', '退款笔数', '退款', '净收入']
  const row = (name: string, sums: { payments: number; cents: number; refunds: number; refundCents: number }) => [
    name,
    sums.payments,
    yuan(sums.cents),
    sums.refunds,
    yuan(sums.refundCents),
    yuan(sums.cents - sums.refundCents),
  ]
  return [
    ['日期', ...head],
    ...days.map((day) => row(day.day, day)),
    [],
    ['内容', ...head],
    ...items.map((item) => row(item.title, item)),
  ]
}
