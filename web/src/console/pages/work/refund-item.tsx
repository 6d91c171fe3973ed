import { useState } from 'react'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextField } from '../../kit/fields'
import { useShortcut } from '../../kit/shortcuts'
import { timeText } from '../../kit/time'
import { AmountField, amountOf } from '../orders/amount-field'
import { useDecision } from './decision'
import { Decisions, Facts, OrderNumber } from './facts'
import type { ItemProps } from './item-props'
import { channelName, formatPrice } from './money'
import { Reject } from './reject'

const usual = ['购买已超过 7 天，超出退款规则', '已学习超过 20%，超出退款规则', '建议改换购同价课程，可以联系客服办理']

/** Request for a refund: purchase order, payment and learning progress. The refund can be full or partial. */
export function RefundItem({ item, detail, ...ends }: ItemProps<'refund'>) {
  const [asking, setAsking] = useState(false)
  const [rejecting, setRejecting] = useState(false)
  const decline = useDecision('POST /staff/v1/refund_decline', ends, '已回复不退款')
  const isOpen = item.closedAt === null
  useShortcut('a', '同意退款', () => setAsking(true), { enabled: isOpen })
  useShortcut('r', '不同意退款', () => setRejecting(true), { enabled: isOpen })
  const { order, approvedBy } = detail
  return (
    <>
      <section aria-label="订单">
        <h3 className="mb-1 flex items-baseline justify-between text-15 font-semibold">
          {order.title}
          <span className="text-17 text-price">{formatPrice(order.payCents)}</span>
        </h3>
        <Facts
          rows={[
            ['订单号', <OrderNumber key="no" no={order.no} />],
            ['付款', order.paidAt === null ? '–' : `${timeText(order.paidAt)} · ${channelName(order.channel)}`],
            ['学习进度', `${detail.usedPercent}%`],
            [detail.begunBy ? '发起' : '申请', `${detail.begunBy ?? '买家'} · ${timeText(detail.askedAt)}`],
            ['申请金额', formatPrice(detail.askedCents)],
            ['退款理由', detail.reason || '没有填写'],
            ...(order.refundedCents > 0 ? ([['已退', formatPrice(order.refundedCents)]] as [string, string][]) : []),
          ]}
        />
      </section>
      {approvedBy && (
        <p className="rounded-cover bg-amber-soft px-3 py-2 text-amber">
          {approvedBy.nickname}已同意退 {formatPrice(approvedBy.cents)}，还需要另一位同事同意。
        </p>
      )}
      {isOpen && (
        <Decisions>
          <ConsoleButton kind="primary" size="large" hotkey="A" onClick={() => setAsking(true)}>
            同意退款…
          </ConsoleButton>
          <ConsoleButton kind="danger" size="large" hotkey="R" onClick={() => setRejecting(true)}>
            不同意…
          </ConsoleButton>
        </Decisions>
      )}
      {asking && <Approve item={item} detail={detail} {...ends} onClose={() => setAsking(false)} />}
      <Reject
        open={rejecting}
        onClose={() => setRejecting(false)}
        title="不同意这笔退款"
        usual={usual}
        confirm="确认，不退款"
        running={decline.running}
        onConfirm={(reason) => void decline.run({ id: item.id, version: item.version, reason })}
      />
    </>
  )
}

function Approve({ item, detail, onClose, ...ends }: ItemProps<'refund'> & { onClose(): void }) {
  const { order, approvedBy, secondPersonCents, askedCents } = detail
  const [amount, setAmount] = useState(((approvedBy?.cents ?? askedCents) / 100).toFixed(2))
  const [reason, setReason] = useState('')
  const { cents, problem } = amountOf(amount, askedCents)
  const isWhole = cents === order.payCents - order.refundedCents
  const approve = useDecision('POST /staff/v1/refund_approve', ends, ({ needsSecond, cents: paid }) =>
    needsSecond ? `已记下，还需要另一位同事同意退 ${formatPrice(paid)}` : `已退 ${formatPrice(paid)}`,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="同意退款"
      note={
        isWhole
          ? `退还 ${item.person?.nickname ?? '用户'} 的全部付款，同时收回学习权限。`
          : '部分退款：学习权限保留，订单仍为已完成。'
      }
      actions={
        <>
          <ConsoleButton onClick={onClose} data-autofocus>
            再看看
          </ConsoleButton>
          <ConsoleButton
            kind="amber"
            disabled={problem !== undefined}
            loading={approve.running}
            onClick={() =>
              void approve.run({
                id: item.id,
                version: item.version,
                cents: cents === askedCents ? undefined : cents,
                reason,
              })
            }
          >
            {problem ? '退款' : `退 ${formatPrice(cents)}`}
          </ConsoleButton>
        </>
      }
    >
      <div className="space-y-3 pt-1">
        <AmountField
          value={amount}
          onChange={setAmount}
          left={askedCents}
          problem={problem}
          limit={secondPersonCents}
          refunded={order.refundedCents}
        />
        <TextField
          label={isWhole ? '说明（选填，记入操作记录）' : '说明（选填，对方看得到）'}
          maxLength={200}
          value={reason}
          onChange={setReason}
        />
      </div>
    </Dialog>
  )
}
