import type { OwnDiscount } from '@dxx/contract/calls/coupons'
import { formatYuan } from '@dxx/contract/rules/amount'
import { discountLabel } from '@dxx/contract/rules/discount'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { usePagedCall } from '../../api/use-paged-call'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { cx } from '../../ui/cx'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { TabPanel, Tabs } from '../../ui/tabs'

const tabs = [
  { id: 'usable', title: '可用', empty: '现在没有可用的优惠券' },
  { id: 'used', title: '已使用', empty: '还没有用过优惠券' },
  { id: 'ended', title: '已失效', empty: '没有失效的优惠券' },
] as const

/** The user's discount coupons; `?tab=` is their state. */
export default function CouponsPage() {
  const [query, changeQuery] = usePageQuery()
  const tab = tabs.find(({ id }) => id === query.tab) ?? tabs[0]
  const coupons = usePagedCall('GET /v1/discount_list', { state: tab.id })
  const tabOf = (id: string) => (id === 'usable' ? undefined : id)
  return (
    <div className="px-4 pb-10">
      <div className="sticky top-0 z-10 -mx-4 bg-page px-4">
        <Tabs
          id="coupons"
          label="优惠券状态"
          items={tabs}
          value={tab.id}
          hrefOf={(id) => `#${pageUrl('pages/my/coupons', { tab: tabOf(id) })}`}
          onChange={(id) => changeQuery({ tab: tabOf(id) })}
        />
      </div>
      <TabPanel tabs="coupons" value={tab.id}>
        <PagedList
          {...coupons}
          itemKey={({ id, order }) => order?.id ?? id}
          listClassName="row-grid"
          renderItem={(coupon) => <Coupon coupon={coupon} isEnded={tab.id === 'ended'} />}
          empty={
            <Empty hint={tab.empty}>
              <a href="#/pages/exchange/index" className={buttonClass('line')}>
                有兑换码？去兑换
              </a>
            </Empty>
          }
        />
      </TabPanel>
    </div>
  )
}

function Coupon({ coupon, isEnded }: { coupon: OwnDiscount; isEnded: boolean }) {
  const { order } = coupon
  const isFaint = isEnded || order !== null
  return (
    <article
      aria-label={coupon.title}
      className={cx('flex overflow-hidden rounded-card bg-card', isFaint && 'text-ink-2')}
    >
      <div
        className={cx(
          'grid w-26 shrink-0 place-content-center px-2 py-3.5 text-center',
          isFaint ? 'bg-fill text-ink-3' : 'bg-amber-soft text-price',
        )}
      >
        <Value {...coupon} />
        {coupon.minCents > 0 && <span className="text-11">满 {formatYuan(coupon.minCents)} 可用</span>}
      </div>
      <div className="min-w-0 flex-1 space-y-0.5 p-3.5">
        <h2 className="text-15 font-bold">{coupon.title}</h2>
        <p className="text-12 text-ink-3">
          {discountLabel(coupon)} · {coupon.scope}
        </p>
        {order ? (
          <p className="text-12 text-ink-3">
            {formatDateTime(order.at)} 用于
            <a
              href={`#${pageUrl('pages/order/details', { id: order.id })}`}
              className="tap rounded-item text-primary underline-offset-2 hover:underline"
            >
              《{order.title}》
            </a>
            ，减了 ¥{formatYuan(order.offCents)}
          </p>
        ) : (
          <p className="text-12 text-ink-3">
            {formatDateTime(coupon.endsAt)} 到期{!isEnded && coupon.left > 1 ? ` · 还可用 ${coupon.left} 次` : ''}
          </p>
        )}
        {coupon.why !== '' && <p className={cx('text-12', isEnded ? 'text-ink-3' : 'text-amber')}>{coupon.why}</p>}
      </div>
    </article>
  )
}

function Value({ kind, offCents, percent }: OwnDiscount) {
  return (
    <span className="tabular-nums font-bold">
      {kind === 'amount' ? (
        <>
          <span className="text-13">¥</span>
          <span className="text-23">{formatYuan(offCents)}</span>
        </>
      ) : (
        <>
          <span className="text-23">{percent / 10}</span>
          <span className="text-13">折</span>
        </>
      )}
    </span>
  )
}
