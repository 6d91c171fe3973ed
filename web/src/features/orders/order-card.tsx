import type { Order } from '@dxx/contract/calls/commerce'
import { formatYuan } from '@dxx/contract/rules/amount'
import { canDeleteOrder, orderStatus } from '@dxx/contract/rules/order-state'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { CoverOf } from '../catalogue/cover-of'
import { curriculumKinds, detailsHref, studyHref } from '../catalogue/kinds'
import { StatusTag } from './status-tag'
import type { OrderActions } from './use-order-actions'

interface OrderCardProps {
  order: Order
  actions: OrderActions
}

export function OrderCard({ order, actions }: OrderCardProps) {
  const { curriculum, status, payCents, createdAt, expiresAt } = order
  const object = <OrderTitle title={curriculum.title} />
  return (
    <article aria-label={curriculum.title} className="rounded-card bg-card">
      <a
        href={`#${pageUrl('pages/order/details', { id: order.id })}`}
        className="hover-row block rounded-t-card p-3.5 pb-2 active:bg-fill"
      >
        <span className="tabular-nums flex items-center justify-between gap-2 text-12 text-ink-3">
          {formatDateTime(createdAt)}
          <StatusTag status={status} />
        </span>
        <span className="mt-2.5 flex gap-3">
          <CoverOf
            item={curriculum}
            small
            shape="book"
            className="aspect-3/4! w-13.5 shrink-0 self-start rounded-cover"
          />
          <span className="flex min-w-0 flex-1 flex-col">
            <span className="line-clamp-2 font-semibold">{curriculum.title}</span>
            <span className="text-12 text-ink-3">{curriculumKinds[curriculum.kind].title}</span>
            <span className="tabular-nums mt-auto text-right">
              <span className="text-12 text-ink-3">{status === orderStatus.unpaid ? '应付 ' : '合计 '}</span>
              <span className="text-17 font-bold">¥{formatYuan(payCents)}</span>
            </span>
          </span>
        </span>
      </a>
      <div className="flex min-h-11 items-center justify-end gap-2.5 px-3.5 pb-3">
        {status === orderStatus.unpaid && (
          <span className="tabular-nums mr-auto text-12 text-ink-3">
            {formatDateTime(expiresAt).slice(11)} 前付款有效
          </span>
        )}
        {canDeleteOrder(status) && (
          <Button kind="plain" size="small" onClick={() => void actions.remove(order)}>
            删除
            {object}
          </Button>
        )}
        <Next order={order} actions={actions} />
      </div>
    </article>
  )
}

/** Says in a list of links or buttons which order is meant. */
function OrderTitle({ title }: { title: string }) {
  return <span className="sr-only">《{title}》</span>
}

/** Primary action of an order. */
function Next({ order, actions }: OrderCardProps) {
  const { status, curriculum } = order
  const object = <OrderTitle title={curriculum.title} />
  const buy = `#${pageUrl('pages/buy/confirm', { id: curriculum.id })}`
  if (status === orderStatus.unpaid)
    return (
      <>
        <Button kind="plain" size="small" onClick={() => void actions.cancel(order)}>
          取消订单
          {object}
        </Button>
        <a href={buy} className={buttonClass('amber', 'small')}>
          去付款
          {object}
        </a>
      </>
    )
  if (curriculum.owned)
    return (
      <>
        {status === orderStatus.done && (
          <a
            href={`#${pageUrl('pages/evaluate/index', { id: curriculum.id, kind: curriculum.kind })}`}
            className={buttonClass('line', 'small')}
          >
            评价
            {object}
          </a>
        )}
        <a href={studyHref(curriculum)} className={buttonClass('primary', 'small')}>
          去{curriculumKinds[curriculum.kind].verb}
          {object}
        </a>
      </>
    )
  if (status === orderStatus.refunding)
    return (
      <a href={`#${pageUrl('pages/order/details', { id: order.id })}`} className={buttonClass('line', 'small')}>
        退款进度
        {object}
      </a>
    )
  return (
    <a href={detailsHref(curriculum)} className={buttonClass('line', 'small')}>
      再次购买
      {object}
    </a>
  )
}
