import { formatClock } from '@dxx/contract/rules/format'
import Clock from 'lucide-react/icons/clock'
import Pause from 'lucide-react/icons/pause'
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

/** Countdown by the server's clock; red in the last five minutes. `stopped`: seconds left while the exam is paused. */
export function ExamCountdown({ deadline, stopped }: { deadline: number; stopped?: number }) {
  const [running, setLeft] = useState(() => deadline - serverNow())
  const left = stopped ?? running
  const before = useRef(left)
  const isStopped = stopped !== undefined
  useEffect(() => {
    if (isStopped) return
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
  }, [deadline, isStopped])
  const urgent = left <= 300
  return (
    <span
      role="timer"
      aria-label={`${isStopped ? '已暂停，' : ''}剩余时间 ${formatClock(left)}`}
      className={cx(
        'tabular-nums flex items-center gap-1 px-2 text-15 font-semibold',
        urgent ? 'text-danger' : 'text-ink',
      )}
    >
      {isStopped ? <Pause aria-hidden="true" size={16} /> : <Clock aria-hidden="true" size={16} />}
      {formatClock(left)}
    </span>
  )
}
