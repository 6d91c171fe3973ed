import { formatClock } from '@dxx/contract/rules/format'
import { useSecondsLeft } from './order-watch'

/** Remaining payment time of an order. Screen readers get the minutes on request, not every second. */
export function PaymentCountdown({ until, now }: { until: number; now: number }) {
  const left = useSecondsLeft(until, now)
  if (left === 0) return <>付款时间已到</>
  return (
    <>
      请在 <span className="tabular-nums font-semibold text-price">{formatClock(left)}</span> 内付款
    </>
  )
}
