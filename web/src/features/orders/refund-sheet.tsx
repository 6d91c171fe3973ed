import type { OrderInfo } from '@dxx/contract/calls/commerce'
import { formatYuan } from '@dxx/contract/rules/amount'
import { instantRefundLimits } from '@dxx/contract/rules/order-state'
import { useState } from 'react'
import { useAction } from '../../api/use-action'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/sheet'
import { Textarea } from '../../ui/textarea'
import { refreshEntitlements } from '../checkout/ownership'

interface RefundSheetProps {
  order: OrderInfo
  open: boolean
  onClose(): void
}

const days = instantRefundLimits.seconds / 86_400

/** Explains the consequences before a refund is requested. */
export function RefundSheet({ order, open, onClose }: RefundSheetProps) {
  const [reason, setReason, clear] = useDraft(`refund:${order.id}`, '')
  const [problem, setProblem] = useState('')
  const atOnce = order.refundOffer === 'at-once'
  const { run, running } = useAction('POST /v1/order_refund', {
    onDone: () => {
      clear()
      onClose()
      toast(atOnce ? '退款已受理' : '已提交，等待审核')
      void refreshEntitlements()
    },
    onError: ({ name, msg, shown }) => {
      if (name === 'refund-reason-required') setProblem(msg)
      else if (!shown) toast(msg)
      // Reloads the order: since the page was opened, the refund period may have ended or the user may have studied too
      // much.
      void refreshEntitlements()
    },
  })

  function ask() {
    if (!atOnce && reason.trim() === '') return setProblem('请写明退款原因，方便工作人员审核')
    setProblem('')
    void run({ id: order.id, reason: reason.trim() })
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="申请退款"
      footer={
        <>
          <Button kind="plain" className="flex-1" onClick={onClose}>
            再想想
          </Button>
          <Button kind="danger" className="flex-1" loading={running} onClick={ask}>
            申请退款
          </Button>
        </>
      }
    >
      <div className="space-y-3 text-14 text-ink-2">
        <p>
          退款 <span className="tabular-nums font-bold text-price">¥{formatYuan(order.payCents)}</span>，原路退回。
        </p>
        <p>
          购买后 {days} 天内、学习或打开的内容不到 {instantRefundLimits.studiedPercent}% 可以直接退款（你已用{' '}
          {order.studiedPercent}%）。
          {atOnce
            ? '这笔订单符合条件，提交后立即受理，之后就不能再学习了。'
            : '这笔订单已经超出，需要工作人员审核；审核期间仍可学习，通过后就不能再学习了。'}
        </p>
        <Textarea
          label={atOnce ? '退款原因（选填）' : '退款原因'}
          placeholder="说说为什么退款，帮助我们改进"
          maxLength={200}
          value={reason}
          onChange={(text) => {
            setProblem('')
            setReason(text)
          }}
          error={problem || undefined}
        />
      </div>
    </Sheet>
  )
}
