import type { DayNumbers } from '@dxx/contract/calls/staff/numbers'
import { Link } from 'wouter'
import { useStaffCall } from '../../api/hooks'
import { amountText, countText } from '../overview/texts'

/** Milliseconds between two requests for the numbers. */
const interval = 60_000
/** Number of days in a line chart. */
const span = 14

interface Shown {
  title: string
  value(day: DayNumbers): number
  text(value: number): string
}

const shown: Shown[] = [
  { title: '活跃用户', value: (day) => day.activeUsers, text: countText },
  { title: '新用户', value: (day) => day.newUsers, text: countText },
  { title: '付款', value: (day) => day.revenueCents / 100, text: amountText },
  { title: '退款', value: (day) => day.refundCents / 100, text: amountText },
]

/** Numbers of today above the queue. Renders nothing until they are loaded. */
export function Today() {
  const { data } = useStaffCall('GET /staff/v1/numbers', {}, { refetchInterval: interval })
  if (!data) return null
  const [yesterday, today] = data.days.slice(-2)
  if (!yesterday || !today) return null
  return (
    <Link
      href="/overview"
      className="grid shrink-0 grid-cols-5 divide-x divide-line rounded-card bg-card py-2.5 hover:bg-fill"
    >
      {shown.map(({ title, value, text }) => (
        <Figure
          key={title}
          title={`今天${title}`}
          value={text(value(today))}
          note={`昨天 ${text(value(yesterday))}`}
          days={data.days.slice(-span).map(value)}
        />
      ))}
      <Figure
        title="进行中的考试"
        value={`${data.examsRunning} 场`}
        note={`昨天最多 ${yesterday.exams} 场`}
        days={data.days.slice(-span).map((day) => day.exams)}
      />
    </Link>
  )
}

interface FigureProps {
  title: string
  value: string
  note: string
  days: number[]
}

function Figure({ title, value, note, days }: FigureProps) {
  return (
    <span className="flex min-w-0 items-end gap-3 px-4">
      <span className="min-w-0 flex-1">
        <span className="block truncate text-12 text-ink-3">{title}</span>
        <b className="block truncate text-17 leading-snug font-semibold tabular-nums">{value}</b>
        <span className="block truncate text-12 text-ink-3">{note}</span>
      </span>
      <Line values={days} />
    </span>
  )
}

/** Line chart of the days. Hidden from screen readers, which read the numbers beside it. */
function Line({ values }: { values: number[] }) {
  const most = Math.max(...values, 1)
  const points = values.map((value, at) => `${(at / (values.length - 1)) * 52 + 2},${22 - (value / most) * 18}`)
  return (
    <svg aria-hidden="true" viewBox="0 0 56 24" className="mb-1 h-6 w-14 shrink-0 text-primary max-wide:hidden">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  )
}
