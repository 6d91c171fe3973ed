import type { SalesChannel } from '@dxx/contract/calls/staff/sales'
import type { StaffData } from '../../api/client'

export const channelNames: Record<SalesChannel, string> = { web: '网页', wechat: '微信', app: '应用' }
export const channels = Object.keys(channelNames) as SalesChannel[]

const yuan = (cents: number) => (cents / 100).toFixed(2)

/** Rows of the export: days, then channels, then items. */
export function salesRows({ days, channels: sold, exchanges, items }: StaffData<'GET /staff/v1/sales'>) {
  const head = ['收款笔数', '收款', '退款笔数', '退款', '净收入']
  const row = (name: string, sums: { payments: number; cents: number; refunds: number; refundCents: number }) => [
    name,
    sums.payments,
    yuan(sums.cents),
    sums.refunds,
    yuan(sums.refundCents),
    yuan(sums.cents - sums.refundCents),
  ]
  const rows: (string | number)[][] = [
    ['日期', ...head],
    ...days.map((day) => row(day.day, day)),
    [],
    ['渠道', ...head],
    ...sold.map((one) => row(channelNames[one.channel], one)),
    ['兑换码', exchanges, '', '', '', ''],
    [],
    ['内容', ...head, '兑换码'],
    ...items.map((item) => [...row(item.title, item), item.exchanges]),
  ]
  return rows
}
