import type { StaffData } from '../../api/client'
import { formatPrice } from '../work/money'
import { channelNames } from './sales-rows'

type Sales = StaffData<'GET /staff/v1/sales'>

/** Revenue by payment channel, and the number of used exchange codes. */
export function SoldChannels({ channels, exchanges }: Pick<Sales, 'channels' | 'exchanges'>) {
  return (
    <section aria-label="各个渠道" className="rounded-card bg-card p-5">
      <h2 className="text-15 font-semibold">各个渠道</h2>
      <dl className="grid grid-cols-2 gap-4 pt-3 desk:grid-cols-4">
        {channels.map(({ channel, payments, cents, refundCents }) => (
          <div key={channel}>
            <dt className="text-ink-3">{channelNames[channel]}</dt>
            <dd className="text-15 font-semibold tabular-nums">{formatPrice(cents)}</dd>
            <dd className="text-12 text-ink-3">
              {payments} 笔{refundCents > 0 && `，退 ${formatPrice(refundCents)}`}
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-ink-3">兑换码</dt>
          <dd className="text-15 font-semibold tabular-nums">{exchanges} 次</dd>
          <dd className="text-12 text-ink-3">不收款</dd>
        </div>
      </dl>
    </section>
  )
}
