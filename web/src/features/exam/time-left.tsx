import { clockTime } from '@dxx/contract/rules/format'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '../../api/clock'
import { notify } from '../../state/flash'
import { cx } from '../../ui/cx'

/** Minutes before the deadline at which the student is warned. */
const warnings = [30, 5, 1]

/** Returns the warning due between two clock readings, if any. */
export function warningBetween(before: number, now: number): number | undefined {
  return warnings.filter((minutes) => before > minutes * 60 && now <= minutes * 60 && now > 0).at(-1)
}

/** Countdown by the server's clock; red in the last five minutes. */
export function TimeLeft({ deadline }: { deadline: number }) {
  const [left, setLeft] = useState(() => deadline - serverNow())
  const before = useRef(left)
  useEffect(() => {
    const tick = () => {
      const now = deadline - serverNow()
      const minutes = warningBetween(before.current, now)
      if (minutes) notify(`距离交卷还有 ${minutes} 分钟`)
      before.current = now
      setLeft(now)
    }
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [deadline])
  const urgent = left <= 300
  return (
    <span
      role="timer"
      aria-label={`剩余时间 ${clockTime(left)}`}
      className={cx(
        'tabular-nums flex items-center gap-1 px-2 text-15 font-semibold',
        urgent ? 'text-danger' : 'text-ink',
      )}
    >
      <Clock aria-hidden="true" size={16} />
      {clockTime(left)}
    </span>
  )
}
