import type { Order } from '@dxx/contract/calls/commerce'
import { orderStatus as s } from '@dxx/contract/rules/order-state'
import { usePagedCall } from '../../api/use-paged-call'
import { OrderCard } from '../../features/orders/order-card'
import { type OrderActions, useOrderActions } from '../../features/orders/use-order-actions'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { PagedList } from '../../ui/paging/paged-list'
import { VirtualList } from '../../ui/paging/virtual-list'
import { Skeleton } from '../../ui/skeleton'
import { TabPanel, Tabs } from '../../ui/tabs'
import { useMedia, useTopBar } from '../../ui/use-media'

const tabs = [
  { id: 'all', title: '全部', status: undefined, empty: '还没有订单，去挑一门喜欢的课吧' },
  { id: 'unpaid', title: '待付款', status: [s.unpaid], empty: '没有等待付款的订单' },
  { id: 'done', title: '已完成', status: [s.done], empty: '还没有完成的订单' },
  { id: 'refund', title: '退款', status: [s.refunding, s.refunded], empty: '没有退款的订单' },
  { id: 'ended', title: '已取消', status: [s.cancelled, s.closed], empty: '没有取消或关闭的订单' },
] as const

/** The user's orders, newest first; `?tab=` filters by state. */
export default function OrdersPage() {
  const [query, changeQuery] = usePageQuery()
  const tab = tabs.find(({ id }) => id === query.tab) ?? tabs[0]
  const orders = usePagedCall('GET /v1/order_list', { status: tab.status && [...tab.status] })
  const actions = useOrderActions()
  return (
    <div className="px-4 pb-10">
      <div className="sticky top-0 z-10 -mx-4 bg-page px-4">
        <Tabs
          id="orders"
          label="订单状态"
          items={tabs}
          value={tab.id}
          hrefOf={(id) => `#${pageUrl('pages/order/index', { tab: id === 'all' ? undefined : id })}`}
          onChange={(id) => changeQuery({ tab: id === 'all' ? undefined : id })}
        />
      </div>
      <TabPanel tabs="orders" value={tab.id}>
        <PagedList
          {...orders}
          itemKey={({ id }) => id}
          renderItem={(order) => <OrderCard order={order} actions={actions} />}
          renderList={(list) => <OrderRows orders={list} actions={actions} />}
          skeleton={<Waiting />}
          empty={
            <Empty hint={tab.empty}>
              <a href="#/pages/index/course" className={buttonClass('line')}>
                去看看课程
              </a>
            </Empty>
          }
        />
      </TabPanel>
    </div>
  )
}

/** Order list with two or three columns in wide windows, virtualised for long histories. */
function OrderRows({ orders, actions }: { orders: readonly Order[]; actions: OrderActions }) {
  const topBar = useTopBar()
  const columns = useMedia('(min-width: 1440px)') ? 3 : topBar ? 2 : 1
  const rows = Array.from({ length: Math.ceil(orders.length / columns) }, (_, row) =>
    orders.slice(row * columns, (row + 1) * columns),
  )
  return (
    <VirtualList
      className="mt-2"
      items={rows}
      itemKey={(row) => row[0]?.id ?? ''}
      estimate={188}
      renderItem={(row) => (
        <div className="grid gap-4 pb-2.5 tablet:grid-cols-2 desk:pb-4 wide:grid-cols-3">
          {row.map((order) => (
            <OrderCard key={order.id} order={order} actions={actions} />
          ))}
        </div>
      )}
    />
  )
}

function Waiting() {
  return (
    <div className="mt-2 grid gap-2.5 tablet:grid-cols-2 desk:gap-4 wide:grid-cols-3">
      {[1, 2, 3, 4].map((number) => (
        <Skeleton key={number} className="h-44.5 rounded-card" />
      ))}
    </div>
  )
}
