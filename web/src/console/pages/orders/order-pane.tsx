import type { StaffOrderInfo } from '@dxx/contract/calls/staff/orders'
import { orderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import { useState } from 'react'
import { Link } from 'wouter'
import { Skeleton } from '../../../ui/skeleton'
import { useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { ConsoleButton, consoleButtonClass } from '../../kit/button'
import { DetailPane } from '../../kit/detail-pane'
import { Failure } from '../../kit/states'
import { timeText } from '../../kit/time'
import { Facts } from '../work/facts'
import { channelName, formatPrice } from '../work/money'
import { OrderState } from './order-state'
import { RefundDialog } from './refund-dialog'

/** One purchase order: payment, refunds and timeline. */
export function OrderPane({ no, onClose }: { no: string | undefined; onClose(): void }) {
  const me = useSignedInStaff()
  const [refunding, setRefunding] = useState(false)
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/order_detail',
    { no: no ?? '' },
    { enabled: Boolean(no) },
  )
  const mayRefund =
    data?.order.no === no &&
    data?.order.status === orderStatus.done &&
    data.leftCents > 0 &&
    hasAnyPermission(me, ['order.refund'])
  const actions = data?.work ? (
    <Link href={`/work/${data.work}`} className={consoleButtonClass('primary', 'normal')}>
      在工作台处理退款
    </Link>
  ) : mayRefund ? (
    <ConsoleButton kind="danger" onClick={() => setRefunding(true)}>
      退款…
    </ConsoleButton>
  ) : undefined
  return (
    <DetailPane open={Boolean(no)} onClose={onClose} title={data && no ? data.order.title : '订单'} actions={actions}>
      {data ? (
        <Details {...data} />
      ) : error ? (
        <Failure error={error} noun="这笔订单" onRetry={() => void refetch()} />
      ) : (
        <div className="space-y-3 pt-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-40" />
        </div>
      )}
      {refunding && data && <RefundDialog info={data} onClose={() => setRefunding(false)} />}
    </DetailPane>
  )
}

const invoices = { requested: '等待开具', issued: '已开具', withdrawn: '已撤回' }
const refundStates = { asked: '等待审核', approved: '正在退回', done: '已到账', declined: '没有退' }

function Details({ order, refunds, timeline, ...info }: StaffOrderInfo) {
  const me = useSignedInStaff()
  return (
    <div className="space-y-5">
      <div className="flex items-center justify-between gap-3">
        <OrderState order={order} />
        <b className="tabular-nums text-17 text-price">{formatPrice(order.payCents)}</b>
      </div>
      <Facts
        rows={[
          ['订单号', <span key="no">{order.no}</span>],
          [
            '买家',
            order.person === null ? (
              '账号已注销'
            ) : hasAnyPermission(me, ['user.read']) ? (
              <Link key="person" href={`/users/${order.person.id}`} className="text-primary hover:underline">
                {order.person.nickname} {order.person.mobile}
              </Link>
            ) : (
              `${order.person.nickname} ${order.person.mobile}`
            ),
          ],
          ['下单', timeText(order.createdAt)],
          ['付款', order.paidAt === null ? '–' : `${timeText(order.paidAt)} · ${channelName(order.channel ?? '')}`],
          [
            '支付流水',
            <span key="id" className="break-all">
              {info.transactionId || '–'}
            </span>,
          ],
          ['优惠券', info.discount ? `${info.discount.title} · 减 ${formatPrice(info.discount.offCents)}` : '没有用'],
          ['学习进度', `${info.usedPercent}%`],
          ['发票', info.invoice ? invoices[info.invoice] : '没有申请'],
          ['还可以退', formatPrice(info.leftCents)],
        ]}
      />
      {refunds.length > 0 && (
        <section aria-label="退款">
          <h3 className="mb-1 font-semibold">退款</h3>
          <ul className="divide-y divide-line">
            {refunds.map((refund) => (
              <li key={refund.no} className="py-1.5">
                <span className="flex gap-3">
                  <span className="min-w-0 flex-1">
                    {refundStates[refund.state]}
                    {refund.part ? ' · 部分' : ''}
                    {refund.askedBy ? ` · ${refund.askedBy}发起` : ''}
                  </span>
                  <span className="tabular-nums">{formatPrice(refund.cents)}</span>
                </span>
                <span className="block text-12 text-ink-3">
                  {[refund.reason, refund.note !== refund.reason && refund.note, timeText(refund.askedAt)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label="经过">
        <h3 className="mb-1 font-semibold">经过</h3>
        <ol className="divide-y divide-line">
          {timeline.map(({ status, at, note }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: new entries are added at the end of the timeline
            <li key={index} className="py-1.5">
              {note || orderStatusText[status]}
              <span className="block text-12 text-ink-3">
                {orderStatusText[status]} · {timeText(at)}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}
