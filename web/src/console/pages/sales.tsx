import { formatDate } from '@dxx/contract/rules/time-from'
import Download from 'lucide-react/icons/download'
import ReceiptText from 'lucide-react/icons/receipt-text'
import type { StaffData } from '../api/client'
import { useStaffCall } from '../api/hooks'
import { useUrlState } from '../kit/address'
import { ConsoleButton } from '../kit/button'
import { csvText } from '../kit/csv'
import { DayBars } from '../kit/day-bars'
import { PageHead } from '../kit/page-head'
import { saveText } from '../kit/save-text'
import { Failure, RegionState, TableSkeleton } from '../kit/states'
import { DateRange } from './audit/date-range'
import { LedgerCheck } from './sales/ledger-check'
import { salesRows } from './sales/sales-rows'
import { SoldItems } from './sales/sold-items'
import { formatPrice } from './work/money'

type Sales = StaffData<'GET /staff/v1/sales'>

const daysBefore = (days: number) => formatDate(Math.floor(Date.now() / 1000) - days * 86_400)

/** 销售: revenue and refunds by day and item, and the check of the ledger. */
export function SalesPage() {
  const [address, setAddress] = useUrlState(['from', 'to', 'item'])
  const from = address.from || daysBefore(29)
  const to = address.to || daysBefore(0)
  const item = address.item || undefined
  const { data, error, refetch } = useStaffCall('GET /staff/v1/sales', { from, to, item })
  const chosen = item ? data?.items[0] : undefined
  return (
    <>
      <PageHead
        title="销售"
        facts="按到账和退款的日子，来自每日汇总；退款记在退款那天"
        actions={
          data && (
            <ConsoleButton
              icon={<Download size={16} />}
              onClick={() => saveText(`销售 ${from} 至 ${to}.csv`, csvText(salesRows(data)), 'text/csv')}
            >
              导出 csv
            </ConsoleButton>
          )
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <DateRange from={from} to={to} onChange={(changed) => setAddress(changed)} />
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

function Loaded({ data: { total, days, items }, onItem }: { data: Sales; onItem(id: string): void }) {
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
        <DayBars
          title="每天的收款"
          unit="元"
          data={days.map(({ day, cents }) => ({
            label: day.slice(5).replace('-', '/'),
            value: Math.round(cents / 100),
          }))}
        />
      </section>
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
      </section>
    </>
  )
}
