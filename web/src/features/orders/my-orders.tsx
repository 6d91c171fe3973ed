import Check from 'lucide-react/icons/check'
import ChevronRight from 'lucide-react/icons/chevron-right'
import CreditCard from 'lucide-react/icons/credit-card'
import Star from 'lucide-react/icons/star'
import Undo from 'lucide-react/icons/undo-2'
import { type CallData, useCall } from '../../api/use-call'
import { pageUrl } from '../../router/page-url'
import { Badge } from '../../ui/badge'

interface Entry {
  name: string
  icon: typeof Check
  href: string
  /** Number of orders that wait for an action of the user. */
  waits?(counts: CallData<'GET /v1/my_counts'>): number
}

const entries: Entry[] = [
  {
    name: '待付款',
    icon: CreditCard,
    href: pageUrl('pages/order/index', { tab: 'unpaid' }),
    waits: ({ unpaidOrders }) => unpaidOrders,
  },
  { name: '已完成', icon: Check, href: pageUrl('pages/order/index', { tab: 'done' }) },
  {
    name: '待评价',
    icon: Star,
    href: pageUrl('pages/evaluate/index'),
    waits: ({ waitingComments }) => waitingComments,
  },
  { name: '退款', icon: Undo, href: pageUrl('pages/order/index', { tab: 'refund' }) },
]

/** Orders by state on 我的. The target pages ask guests to log in. */
export function MyOrders() {
  const { data } = useCall('GET /v1/my_counts', {}, { staleTime: 0, supporting: true })
  return (
    <section className="rounded-card bg-card pt-1.5 pb-2">
      <h2 className="flex items-center justify-between pr-2 pl-3.5">
        <span className="text-15 font-bold">我的订单</span>
        <a
          href="#/pages/order/index"
          aria-label="全部订单"
          className="inline-flex min-h-11 items-center rounded-item px-1.5 text-13 text-ink-3"
        >
          全部
          <ChevronRight aria-hidden="true" size={14} />
        </a>
      </h2>
      <ul className="grid grid-cols-4">
        {entries.map(({ name, icon: Icon, href, waits }) => (
          <li key={name}>
            <a
              href={`#${href}`}
              className="flex min-h-14 flex-col items-center justify-center gap-1 rounded-item text-12 text-ink-2 active:bg-fill"
            >
              <Badge count={(data && waits?.(data)) ?? 0} unit={`项${name}`}>
                <Icon aria-hidden="true" size="1.3125rem" strokeWidth={1.8} className="text-ink" />
              </Badge>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
