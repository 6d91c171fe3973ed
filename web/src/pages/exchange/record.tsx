import { formatDateTime } from '@dxx/contract/rules/time-from'
import { usePagedCall } from '../../api/use-paged-call'
import { CouponItems } from '../../features/exchange/opened-items'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'

export default function ExchangeRecordPage() {
  const records = usePagedCall('GET /v1/coupon_exchange_record', {})
  return (
    <div className="px-4 pt-2 pb-10">
      <PagedList
        {...records}
        itemKey={({ id }) => id}
        listClassName="row-grid items-start"
        renderItem={({ title, at, items }) => (
          <article aria-label={title} className="space-y-3 rounded-card bg-card p-3.5">
            <h2 className="flex items-baseline justify-between gap-3">
              <span className="text-15 font-bold">{title}</span>
              <span className="tabular-nums shrink-0 text-12 text-ink-3">{formatDateTime(at)}</span>
            </h2>
            <CouponItems items={items} opened />
          </article>
        )}
        empty={
          <Empty hint="还没有兑换过，有兑换码就去试试吧">
            <a href="#/pages/exchange/index" className={buttonClass('line')}>
              去兑换
            </a>
          </Empty>
        }
      />
    </div>
  )
}
