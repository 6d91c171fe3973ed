import { formatDate } from '@dxx/contract/rules/time-from'
import Download from 'lucide-react/icons/download'
import ReceiptText from 'lucide-react/icons/receipt-text'
import { useState } from 'react'
import { ApiError } from '../../api/error'
import { toast } from '../../state/flash'
import { callStaff, type StaffData } from '../api/client'
import { useStaffCall } from '../api/hooks'
import { useUrlState } from '../kit/address'
import { ConsoleButton } from '../kit/button'
import { csvText } from '../kit/csv'
import { FilterSelect } from '../kit/fields'
import { PageHead } from '../kit/page-head'
import { PeriodBars } from '../kit/period-bars'
import { saveText } from '../kit/save-text'
import { Failure, RegionState, TableSkeleton } from '../kit/states'
import { DateRange } from './audit/date-range'
import { LedgerCheck } from './sales/ledger-check'
import { channelNames, channels, salesRows } from './sales/sales-rows'
import { SoldChannels } from './sales/sold-channels'
import { SoldItems } from './sales/sold-items'
import { formatPrice } from './work/money'

type Sales = StaffData<'GET /staff/v1/sales'>

const daysBefore = (days: number) => formatDate(Math.floor(Date.now() / 1000) - days * 86_400)

/** 销售: revenue and refunds by day and item, and the check of the ledger. */
export function SalesPage() {
  const [address, setAddress] = useUrlState(['from', 'to', 'item', 'channel'])
  const from = address.from || daysBefore(29)
  const to = address.to || daysBefore(0)
  const item = address.item || undefined
  const channel = channels.find((one) => one === address.channel)
  const input = { from, to, item, channel }
  const { data, error, refetch } = useStaffCall('GET /staff/v1/sales', input)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    try {
      // The page shows the first items only; the file contains all items.
      const all = await callStaff('GET /staff/v1/sales', { ...input, most: 5000 })
      saveText(`销售 ${from} 至 ${to}.csv`, csvText(salesRows(all)), 'text/csv')
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      if (!reason.shown) toast(reason.msg)
    } finally {
      setSaving(false)
    }
  }
  const chosen = item ? data?.items[0] : undefined
  return (
    <>
      <PageHead
        title="销售"
        facts="按到账和退款的日子，来自每日汇总；退款记在退款那天"
        actions={
          data && (
            <ConsoleButton icon={<Download size={16} />} loading={isSaving} onClick={() => void save()}>
              导出 csv
            </ConsoleButton>
          )
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <DateRange from={from} to={to} onChange={(changed) => setAddress(changed)} />
        <FilterSelect
          label="渠道"
          value={channel ?? ''}
          onChange={(next) => setAddress({ channel: next })}
          options={[{ value: '', label: '全部' }, ...channels.map((one) => ({ value: one, label: channelNames[one] }))]}
        />
        {item && (
          <ConsoleButton size="small" kind="line" onClick={() => setAddress({ item: '' })}>
            只看《{chosen?.title ?? '…'}》· 清除
          </ConsoleButton>
        )}
      </div>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto">
        {data ? (
          <Loaded data={data} onItem={(id) => setAddress({ item: id })} />
        ) : error ? (
          <Failure error={error} noun="销售" onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton height={56} />
        )}
        <LedgerCheck />
      </div>
    </>
  )
}

function Loaded({
  data: { total, days, items, itemCount, channels: sold, exchanges },
  onItem,
}: {
  data: Sales
  onItem(id: string): void
}) {
  const cards = [
    { name: '收款', value: formatPrice(total.cents), note: `${total.payments} 笔` },
    { name: '退款', value: formatPrice(total.refundCents), note: `${total.refunds} 笔` },
    { name: '净收入', value: formatPrice(total.cents - total.refundCents), note: `${days.length} 天` },
  ]
  return (
    <>
      <dl className="grid gap-4 desk:grid-cols-3">
        {cards.map(({ name, value, note }) => (
          <div key={name} className="rounded-card bg-card p-5">
            <dt className="text-ink-3">{name}</dt>
            <dd className="text-23 font-semibold tabular-nums">
              {value} <span className="text-12 font-normal text-ink-3">{note}</span>
            </dd>
          </div>
        ))}
      </dl>
      <section aria-label="每天的收款" className="rounded-card bg-card p-5">
        <h2 className="text-15 font-semibold">每天的收款</h2>
        <PeriodBars
          empty="最近 30 天还没有"
          title="每天的收款"
          unit="元"
          data={days.map(({ day, cents }) => ({
            label: day.slice(5).replace('-', '/'),
            value: Math.round(cents / 100),
          }))}
        />
      </section>
      <SoldChannels channels={sold} exchanges={exchanges} />
      <section aria-label="各项内容" className="overflow-hidden rounded-card bg-card">
        <h2 className="px-5 pt-4 pb-2 text-15 font-semibold">各项内容</h2>
        {items.length === 0 ? (
          <RegionState
            tone="blue"
            icon={<ReceiptText size={24} />}
            title="这段时间没有收款和退款"
            text="换一段日子看看"
          />
        ) : (
          <SoldItems items={items} onItem={onItem} />
        )}
        {itemCount > items.length && (
          <p className="px-5 py-3 text-12 text-ink-3">
            共 {itemCount} 项，这里是收款最多的 {items.length} 项；csv 里有全部。
          </p>
        )}
      </section>
    </>
  )
}
