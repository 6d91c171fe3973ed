import Clock from 'lucide-react/icons/clock'
import { StateTag, type Tone } from '../../kit/tag'
import { timeText } from '../../kit/time'

/** Urgency of a work item: amber in the last three hours before the deadline, red in the last hour and after it. */
export function deadlineUrgency(dueAt: number, now: number): { text: string; tone: Tone } | null {
  const left = dueAt - now
  if (left <= 0) return { text: '已超时', tone: 'red' }
  if (left < 3600) return { text: `剩 ${Math.ceil(left / 60)} 分钟`, tone: 'red' }
  if (left < 3 * 3600) return { text: `剩 ${Math.ceil(left / 3600)} 小时`, tone: 'amber' }
  return null
}

interface DueProps {
  dueAt: number
  openedAt: number
  closedAt: number | null
}

/** Time left if the deadline of a work item is near, otherwise its arrival; for a closed item, when it was closed. */
export function Due({ dueAt, openedAt, closedAt }: DueProps) {
  if (closedAt !== null) return <span className="shrink-0 text-12 text-ink-2">{timeText(closedAt)} 处理</span>
  const look = deadlineUrgency(dueAt, Math.floor(Date.now() / 1000))
  if (!look) return <span className="shrink-0 text-12 text-ink-2">{timeText(openedAt)}</span>
  return (
    <StateTag tone={look.tone} icon={<Clock size={12} />}>
      {look.text}
    </StateTag>
  )
}
