import type { DayNumbers } from '@dxx/contract/calls/staff/numbers'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'wouter'
import { consoleButtonClass } from '../../kit/button'
import { PeriodBars } from '../../kit/period-bars'
import { shortDay } from './texts'

interface NumberCardProps {
  title: string
  unit: string
  days: readonly DayNumbers[]
  value(day: DayNumbers): number
  text(value: number): string
  total: 'sum' | 'average' | 'most'
  /** Current value; if absent, the value of today is shown. */
  now?: number
  link?: { href: string; title: string }
}

const totalNames = { sum: '30 天共', average: '30 天日均', most: '30 天里最多' }

/** One number: its value today, its total of 30 days, and a bar for each day. */
export function NumberCard({ title, unit, days, value, text, total, now, link }: NumberCardProps) {
  const values = days.map(value)
  const sum = values.reduce((all, one) => all + one, 0)
  const whole = { sum, average: sum / Math.max(1, days.length), most: Math.max(0, ...values) }[total]
  return (
    <section aria-label={title} className="flex min-w-0 flex-col rounded-card bg-card p-5">
      <div className="flex min-h-7.5 items-center gap-2">
        <h2 className="flex-1 text-15 font-semibold">{title}</h2>
        {link && (
          <Link href={link.href} className={consoleButtonClass('quiet', 'small')}>
            {link.title}
            <ChevronRight size={14} />
          </Link>
        )}
      </div>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <b className="text-28 leading-tight font-semibold tabular-nums">{text(now ?? values.at(-1) ?? 0)}</b>
        <span className="text-12 text-ink-3">
          {now === undefined ? '今天' : '现在'} · {totalNames[total]} {text(whole)}
        </span>
      </p>
      <PeriodBars
        empty="最近 30 天还没有"
        title={`${title}，最近 30 天`}
        unit={unit}
        data={days.map((day, at) => ({ label: shortDay(day.day), value: values[at]! }))}
      />
    </section>
  )
}
