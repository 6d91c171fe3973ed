import type { Invoice, OrderInfo, PayChannel } from '@dxx/contract/calls/commerce'
import { formatYuan } from '@dxx/contract/rules/amount'
import { orderStatusText } from '@dxx/contract/rules/order-state'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { toast } from '../../state/flash'
import { Cell, CellGroup } from '../../ui/cell'
import { copyText } from '../share/copy-text'

export const channelText: Record<PayChannel, string> = { wechat: '微信支付', alipay: '支付宝', test: '测试收银台' }

/** Order number, times and payment channel. */
export function OrderFacts({ order }: { order: OrderInfo }) {
  async function copy() {
    toast((await copyText(order.no)) ? '订单号已复制' : '没有复制成功，请长按选择')
  }
  return (
    <CellGroup title="订单信息">
      <Cell title="订单号" value={<span className="tabular-nums">{order.no}</span>} note="点一下复制" onClick={copy} />
      <Cell title="下单时间" value={formatDateTime(order.createdAt)} />
      {order.paidAt !== null && <Cell title="付款时间" value={formatDateTime(order.paidAt)} />}
      {order.channel && <Cell title="付款方式" value={channelText[order.channel]} />}
    </CellGroup>
  )
}

export const refundText = { asked: '等待审核', approved: '正在退回', done: '已退回', declined: '未通过' }

export function RefundFacts({ refund }: { refund: NonNullable<OrderInfo['refund']> }) {
  return (
    <CellGroup title="退款">
      <Cell title="退款金额" value={`¥${formatYuan(refund.cents)} · ${refundText[refund.state]}`} />
      {refund.reason && <Cell title="退款原因" value={refund.reason} />}
      {refund.note && <Cell title="未通过的原因" value={refund.note} />}
      <Cell title="申请时间" value={formatDateTime(refund.askedAt)} />
      {refund.doneAt !== null && <Cell title="退回时间" value={formatDateTime(refund.doneAt)} />}
    </CellGroup>
  )
}

export const invoiceText: Record<Invoice['state'], string> = {
  requested: '已申请，等待开具',
  issued: '已开具',
  withdrawn: '已作废',
}

/** Order events, latest first. */
export function Timeline({ timeline }: Pick<OrderInfo, 'timeline'>) {
  return (
    <section>
      <h2 className="mt-4 mb-2 px-1 text-13 text-ink-3">进度</h2>
      <ol className="rounded-card bg-card px-3.5 py-3">
        {[...timeline].reverse().map(({ status, at, note }, index) => (
          <li key={`${at} ${status}`} className="relative flex gap-3 pb-3 last:pb-0">
            <span
              aria-hidden="true"
              className={`mt-1.5 size-2 shrink-0 rounded-full ${index === 0 ? 'bg-primary' : 'bg-track'}`}
            />
            <span className="min-w-0 flex-1">
              <span className={index === 0 ? 'font-semibold' : 'text-ink-2'}>{orderStatusText[status]}</span>
              {note && <span className="block text-12 text-ink-3">{note}</span>}
            </span>
            <span className="tabular-nums shrink-0 text-12 text-ink-3">{formatDateTime(at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
