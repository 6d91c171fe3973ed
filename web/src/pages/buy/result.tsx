import type { OrderInfo } from '@dxx/contract/calls/commerce'
import { formatYuan } from '@dxx/contract/rules/amount'
import { orderStatus } from '@dxx/contract/rules/order-state'
import { type ReactNode, useEffect, useState } from 'react'
import { useCall } from '../../api/use-call'
import { CurriculumRow } from '../../features/catalogue/curriculum-row'
import { curriculumKinds, detailsHref, studyHref } from '../../features/catalogue/kinds'
import { useOrderWatch } from '../../features/checkout/order-watch'
import { refreshEntitlements } from '../../features/checkout/ownership'
import { PaymentCountdown } from '../../features/checkout/time-left'
import { NoOrder } from '../../features/orders/no-order'
import { OutcomeIcon, outcomeOf, type ReportedResult, ReturnedPayments } from '../../features/orders/outcome'
import { redirectTo } from '../../router/navigation'
import { usePage } from '../../router/page-context'
import { usePageQuery } from '../../router/page-query'
import { pageUrl } from '../../router/page-url'
import { useReach } from '../../state/reachability'
import { Button, buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'

const reported = ['ok', 'cancel', 'fail'] as const
/**
 * Milliseconds during which a payment reported by the device is being confirmed; after that, paying again is offered.
 */
const confirmingFor = 60_000

/** `?id=` is the order whose payment result is shown, also if the page is opened by a link. */
export default function ResultPage() {
  const [{ id, said }] = usePageQuery()
  if (!id) return <NoOrder text="没有说明是哪一笔订单" />
  return <Result key={id} id={id} said={reported.find((one) => one === said)} />
}

function Result({ id, said }: { id: string; said: ReportedResult }) {
  const reach = useReach()
  // The time without a connection does not count, because the result cannot arrive.
  const isLate = useLate(said === 'ok' && reach === 'ok')
  const { active } = usePage()
  const { data, error, refetch } = useCall('GET /v130/order_info', { id }, { fresh: true })
  const status = data?.status
  useOrderWatch(id, active && status === orderStatus.unpaid, () => void refetch())
  // Once the order is paid, here or on another device, the item's data on other pages is outdated.
  useEffect(() => {
    if (status === orderStatus.done) void refreshEntitlements()
  }, [status])
  if (data) return <Outcome order={data} said={isLate ? 'late' : said} />
  // The device reported a payment: not an error, also if the network is lost now. Going online loads the order.
  if (said === 'ok' && !error?.decided) return <Unconfirmed id={id} lost={error !== null} />
  if (!error) return <Waiting />
  if (error.decided) return <NoOrder text={error.msg} />
  return <Empty type="error" text={error.msg} onRetry={() => void refetch()} />
}

/** A payment that the device reported, while the order cannot be loaded. */
function Unconfirmed({ id, lost }: { id: string; lost: boolean }) {
  return (
    <Column>
      <div role="status" className="flex flex-col items-center gap-2 rounded-card bg-card px-5 pt-8 pb-6 text-center">
        <OutcomeIcon look="waiting" />
        <h2 className="text-19 font-bold">正在确认</h2>
        <p className="max-w-80 text-14 text-balance text-ink-2">
          {lost
            ? '付款已提交，但现在连不上服务器。恢复后会自动确认，请先不要重复付款。'
            : '付款已提交，正在等支付平台确认，通常几秒就好。'}
        </p>
      </div>
      <div className="space-y-3">
        <ConfirmingButton />
        <OrderLink id={id} />
      </div>
    </Column>
  )
}

function ConfirmingButton() {
  return (
    <Button kind="amber" block loading>
      正在确认
    </Button>
  )
}

function OrderLink({ id }: { id: string }) {
  return (
    <a href={`#${pageUrl('pages/order/details', { id })}`} className={buttonClass('line', 'large', true)}>
      查看订单
    </a>
  )
}

/** Becomes true if the state lasts longer than a payment usually takes to be confirmed. */
function useLate(waiting: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setLate(true), confirmingFor)
    return () => clearTimeout(timer)
  }, [waiting])
  return late
}

function Outcome({ order, said }: { order: OrderInfo; said: ReportedResult }) {
  const { look, title, text } = outcomeOf(order, said)
  const { status, curriculum, payCents } = order
  return (
    <Column>
      <div role="status" className="flex flex-col items-center gap-2 rounded-card bg-card px-5 pt-8 pb-6 text-center">
        <OutcomeIcon look={look} />
        <h2 className="text-19 font-bold">{title}</h2>
        <p className="tabular-nums text-28 leading-tight font-bold">¥{formatYuan(payCents)}</p>
        <p className="max-w-80 text-14 text-balance text-ink-2">{text}</p>
        {status === orderStatus.unpaid && said !== 'ok' && (
          <p className="text-13 text-ink-2">
            <PaymentCountdown until={order.expiresAt} now={order.now} />
          </p>
        )}
        <ReturnedPayments returned={order.returned} />
      </div>
      <div className="space-y-3">
        <CurriculumRow item={curriculum} mixed />
        {status === orderStatus.done && (
          <a href={studyHref(curriculum)} className={buttonClass('primary', 'large', true)}>
            去{curriculumKinds[curriculum.kind].verb}
          </a>
        )}
        {status === orderStatus.unpaid && said === 'ok' && <ConfirmingButton />}
        {status === orderStatus.unpaid && said !== 'ok' && (
          // Replaces this page, because going back must not show an old result.
          <Button kind="amber" block onClick={() => redirectTo(pageUrl('pages/buy/confirm', { id: curriculum.id }))}>
            继续付款
          </Button>
        )}
        {status !== orderStatus.done && status !== orderStatus.unpaid && (
          <a href={detailsHref(curriculum)} className={buttonClass('primary', 'large', true)}>
            {curriculum.owned ? `去${curriculumKinds[curriculum.kind].verb}` : '再看看这项内容'}
          </a>
        )}
        <OrderLink id={order.id} />
      </div>
    </Column>
  )
}

function Column({ children }: { children: ReactNode }) {
  return <div className="side-by-side px-4 pt-2 pb-10">{children}</div>
}

function Waiting() {
  return (
    <Column>
      <Skeleton className="h-56 rounded-card" />
      <div className="space-y-3">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-11.5 rounded-full" />
      </div>
    </Column>
  )
}
