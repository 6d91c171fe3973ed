import type { StaffOrderInfo } from '@dxx/contract/calls/staff/orders'
import { useState } from 'react'
import { toast } from '../../../state/flash'
import { useStaffAction } from '../../api/hooks'
import { ConsoleButton } from '../../kit/button'
import { Dialog } from '../../kit/dialog'
import { TextArea } from '../../kit/fields'
import { formatPrice } from '../work/money'
import { AmountField, amountOf } from './amount-field'

/** Refunds an order without a request by the buyer: the remaining amount or less. The buyer sees the reason. */
export function RefundDialog({ info, onClose }: { info: StaffOrderInfo; onClose(): void }) {
  const { order, leftCents, secondPersonCents } = info
  const [amount, setAmount] = useState((leftCents / 100).toFixed(2))
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { cents, problem } = amountOf(amount, leftCents)
  const isWhole = cents === leftCents
  const refund = useStaffAction('POST /staff/v1/order_refund', {
    changes: ['GET /staff/v1/order_detail', 'GET /staff/v1/order_search', 'GET /staff/v1/work_counts'],
    onDone: ({ needsSecond, cents: paid }) => {
      toast(needsSecond ? `已记下，等另一位同事在工作台同意退 ${formatPrice(paid)}` : `已退 ${formatPrice(paid)}`)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="退款"
      note={
        isWhole
          ? `退还${order.person?.nickname ?? '买家'} ${formatPrice(leftCents)}，同时收回学习权限。`
          : '部分退款：学习权限保留，订单仍为已完成。'
      }
      actions={
        <>
          <ConsoleButton onClick={onClose}>再看看</ConsoleButton>
          <ConsoleButton
            kind="amber"
            disabled={problem !== undefined}
            loading={refund.running}
            onClick={() => {
              setTried(true)
              if (reason.trim())
                void refund.run({ no: order.no, cents: isWhole ? undefined : cents, reason: reason.trim() })
            }}
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
          left={leftCents}
          problem={problem}
          limit={secondPersonCents}
          refunded={order.refundedCents}
        />
        {info.invoice === 'issued' && (
          <p className="text-12 text-amber">这笔订单的发票已经开具，退款后请另行冲红或重开。</p>
        )}
        <TextArea
          label="原因（会告诉买家）"
          maxLength={200}
          value={reason}
          onChange={setReason}
          error={tried && !reason.trim() ? '请写明原因' : undefined}
        />
      </div>
    </Dialog>
  )
}
