import type { OrderInfo } from '@dxx/contract/calls/commerce'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call'
import { CurriculumRow } from '../../features/catalogue/curriculum-row'
import { curriculumKinds, detailsHref, studyHref } from '../../features/catalogue/kinds'
import { useOrderWatch } from '../../features/checkout/order-watch'
import { refreshEntitlements } from '../../features/checkout/ownership'
import { PriceLines } from '../../features/checkout/price-lines'
import { PaymentCountdown } from '../../features/checkout/time-left'
import { NoOrder } from '../../features/orders/no-order'
import { invoiceText, OrderFacts, RefundFacts, Timeline } from '../../features/orders/order-facts'
import { OrderPrint } from '../../features/orders/order-print'
import { OutcomeIcon, outcomeOf, PartRefunds, ReturnedPayments } from '../../features/orders/outcome'
import { RefundSheet } from '../../features/orders/refund-sheet'
import { useOrderActions } from '../../features/orders/use-order-actions'
import { navigateBack } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { Button, buttonClass } from '../../ui/button'
import { Card } from '../../ui/card'
import { Cell, CellGroup } from '../../ui/cell'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonRows } from '../../ui/skeleton-shapes'

/** Details of the order `?id=`. */
export default function OrderPage() {
  const [{ id }] = usePageQuery()
  return id ? <One key={id} id={id} /> : <NoOrder text="没有说明是哪一笔订单" />
}

function One({ id }: { id: string }) {
  const { active } = usePage()
  const { data, error, refetch } = useCall('GET /v130/order_info', { id }, { fresh: true })
  useOrderWatch(id, active && data?.status === orderStatus.unpaid, () => void refreshEntitlements())
  if (data) return <Loaded order={data} />
  if (!error) return <Waiting />
  if (error.decided) return <NoOrder text={error.msg} />
  return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
}

function Loaded({ order }: { order: OrderInfo }) {
  const { look, title, text } = outcomeOf(order, undefined)
  const unpaid = order.status === orderStatus.unpaid
  return (
    <Columns side={<Actions order={order} />}>
      <div role="status" className="space-y-3 rounded-card bg-card p-4">
        <div className="flex items-center gap-4">
          <OutcomeIcon look={look} size={40} />
          <div className="min-w-0">
            <h2 className="text-17 font-bold">{title}</h2>
            <p className="text-13 text-ink-2">
              {unpaid ? <PaymentCountdown until={order.expiresAt} now={order.now} /> : text}
            </p>
          </div>
        </div>
        <ReturnedPayments returned={order.returned} />
        <PartRefunds partRefunds={order.partRefunds} />
      </div>
      <CurriculumRow item={order.curriculum} mixed />
      <Card>
        <PriceLines
          amount={order.amount}
          payCents={order.payCents}
          couponCents={order.discount?.offCents}
          paid={order.paidAt !== null}
        />
      </Card>
      {order.refund && <RefundFacts refund={order.refund} />}
      {(order.mayInvoice || order.invoice) && <InvoiceCell order={order} />}
      <OrderFacts order={order} />
      <Timeline timeline={order.timeline} />
      <OrderPrint order={order} />
    </Columns>
  )
}

function InvoiceCell({ order }: { order: OrderInfo }) {
  const { invoice, mayInvoice } = order
  const changeable = mayInvoice && invoice?.state !== 'issued'
  return (
    <CellGroup title="发票">
      <Cell
        title={invoice ? invoice.title || '发票' : '申请发票'}
        note={invoice?.email}
        value={invoice ? invoiceText[invoice.state] : '电子发票，发到邮箱'}
        href={changeable ? `#${pageUrl('pages/order/invoice', { id: order.id })}` : undefined}
      />
    </CellGroup>
  )
}

function Actions({ order }: { order: OrderInfo }) {
  const { status, curriculum, refundOffer, mayDelete } = order
  const [refunding, setRefunding] = useState(false)
  const { cancel, remove, busy } = useOrderActions({ onGone: () => void navigateBack() })
  const unpaid = status === orderStatus.unpaid
  return (
    <div className="pb-safe px-safe hairline-t fixed inset-x-0 bottom-0 z-20 bg-card tablet:static tablet:rounded-card tablet:border-0">
      <div className="flex items-center gap-2.5 px-4 py-2.5 tablet:flex-col-reverse tablet:items-stretch tablet:p-4 desk:p-5">
        <Button kind="text" className="hidden! tablet:inline-flex!" onClick={() => window.print()}>
          打印订单
        </Button>
        {mayDelete && (
          <Button kind="plain" className="px-4!" loading={busy} onClick={() => void remove(order)}>
            删除
          </Button>
        )}
        {refundOffer !== 'none' && (
          <Button kind="plain" className="px-4!" onClick={() => setRefunding(true)}>
            申请退款
          </Button>
        )}
        {unpaid && (
          <Button kind="plain" className="px-4!" loading={busy} onClick={() => void cancel(order)}>
            取消订单
          </Button>
        )}
        {unpaid ? (
          <a
            href={`#${pageUrl('pages/buy/confirm', { id: curriculum.id })}`}
            className={`${buttonClass('amber')} flex-1`}
          >
            去付款
          </a>
        ) : curriculum.owned ? (
          <a href={studyHref(curriculum)} className={`${buttonClass('primary')} flex-1`}>
            去{curriculumKinds[curriculum.kind].verb}
          </a>
        ) : (
          <a href={detailsHref(curriculum)} className={`${buttonClass('line')} flex-1`}>
            {status === orderStatus.refunding ? '查看内容' : '再次购买'}
          </a>
        )}
      </div>
      <RefundSheet order={order} open={refunding} onClose={() => setRefunding(false)} />
    </div>
  )
}

function Columns({ children, side }: { children: ReactNode; side: ReactNode }) {
  return (
    <div className="space-y-3 px-4 pt-2 pb-28 tablet:grid tablet:grid-cols-[minmax(0,1fr)_220px] tablet:items-start tablet:gap-4 tablet:space-y-0 tablet:pb-12 desk:grid-cols-[minmax(0,1fr)_280px] desk:gap-6">
      <div className="space-y-3">{children}</div>
      <div className="tablet:sticky tablet:top-2">{side}</div>
    </div>
  )
}

function Waiting() {
  return (
    <Columns side={<Skeleton className="h-32 rounded-card" />}>
      <Skeleton className="h-18 rounded-card" />
      <SkeletonRows count={1} />
      <Skeleton className="h-48 rounded-card" />
    </Columns>
  )
}
