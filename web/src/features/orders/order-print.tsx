import type { OrderInfo } from '@dxx/contract/calls/commerce'
import { formatYuan, parseAmount } from '@dxx/contract/rules/amount'
import { appConstants } from '@dxx/contract/rules/constants'
import { orderStatusText } from '@dxx/contract/rules/order-state'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import type { ReactNode } from 'react'
import { PrintDocument } from '../../ui/print-document'
import { curriculumKinds } from '../catalogue/kinds'
import { channelText, invoiceText, refundText } from './order-facts'

/** Document that Ctrl+P prints on an order: its facts and history. */
export function OrderPrint({ order }: { order: OrderInfo }) {
  const { curriculum, payCents, refund, invoice } = order
  const { list } = parseAmount(order.amount)
  return (
    <PrintDocument>
      <h1 className="text-19 font-bold">订单详情</h1>
      <p className="mb-4 text-12">
        {appConstants.name} · {orderStatusText[order.status]} · 打印于 {formatDateTime(order.now)}
      </p>
      <dl className="tabular-nums text-14">
        <Line name="订单号">{order.no}</Line>
        <Line name="内容">
          {curriculumKinds[curriculum.kind].title}《{curriculum.title}》
        </Line>
        <Line name="原价">¥{formatYuan(list)}</Line>
        {list > payCents && <Line name="优惠">-¥{formatYuan(list - payCents)}</Line>}
        <Line name={order.paidAt === null ? '应付' : '实付'}>
          <b>¥{formatYuan(payCents)}</b>
        </Line>
        <Line name="下单时间">{formatDateTime(order.createdAt)}</Line>
        {order.paidAt !== null && <Line name="付款时间">{formatDateTime(order.paidAt)}</Line>}
        {order.channel && <Line name="付款方式">{channelText[order.channel]}</Line>}
        {refund && (
          <Line name="退款">
            ¥{formatYuan(refund.cents)}，{refundText[refund.state]}，{formatDateTime(refund.doneAt ?? refund.askedAt)}
          </Line>
        )}
        {order.partRefunds.map(({ cents, at, done }) => (
          <Line key={at + cents} name="部分退款">
            ¥{formatYuan(cents)}，{done ? '已退回' : '正在退回'}，{formatDateTime(at)}
          </Line>
        ))}
        {invoice && (
          <Line name="发票">
            {invoice.title || '电子发票'}，{invoiceText[invoice.state]}
          </Line>
        )}
      </dl>
      <h2 className="mt-5 mb-1 text-15 font-bold">进度</h2>
      <ul className="tabular-nums text-13">
        {order.timeline.map(({ status, at, note }) => (
          <li key={`${at} ${status}`} className="border-b border-line py-1">
            {formatDateTime(at)}　{orderStatusText[status]}
            {note && `　${note}`}
          </li>
        ))}
      </ul>
    </PrintDocument>
  )
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 border-b border-line py-1.5">
      <dt className="w-20 shrink-0">{name}</dt>
      <dd className="min-w-0 flex-1">{children}</dd>
    </div>
  )
}
