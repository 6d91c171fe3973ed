import type { StaffOrder } from '@dxx/contract/calls/staff/orders'
import { orderStatus, orderStatusText } from '@dxx/contract/rules/order-state'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleSlash from 'lucide-react/icons/circle-slash'
import Clock from 'lucide-react/icons/clock'
import Undo2 from 'lucide-react/icons/undo-2'
import { StateTag, type Tone } from '../../kit/tag'
import { formatPrice } from '../work/money'

const looks: Record<StaffOrder['status'], { tone: Tone; Icon: typeof Clock }> = {
  0: { tone: 'amber', Icon: Clock },
  1: { tone: 'green', Icon: CircleCheck },
  2: { tone: 'grey', Icon: CircleSlash },
  3: { tone: 'grey', Icon: CircleSlash },
  4: { tone: 'amber', Icon: Undo2 },
  5: { tone: 'rose', Icon: Undo2 },
}

/** State of a purchase order. After a partial refund it stays completed, with the refunded amount beside it. */
export function OrderState({ order: { status, refundedCents } }: { order: StaffOrder }) {
  const { tone, Icon } = looks[status]
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <StateTag tone={tone} icon={<Icon size={12} />}>
        {orderStatusText[status]}
      </StateTag>
      {status === orderStatus.done && refundedCents > 0 && (
        <span className="truncate text-12 text-ink-2">已退 {formatPrice(refundedCents)}</span>
      )}
    </span>
  )
}
