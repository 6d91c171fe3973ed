import { dateOf } from '@dxx/contract/rules/time-from'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { type Data, useCall } from '../../api/use-call'
import { Calendar } from '../../ui/calendar'
import { addMonths } from '../../ui/calendar-days'
import { IconButton } from '../../ui/icon-button'

interface StudyCalendarProps {
  statistics: Data<'GET /v130/study_statistics'> | undefined
}

/** The days on which one has studied, a month at a time. */
export function StudyCalendar({ statistics }: StudyCalendarProps) {
  const today = dateOf(serverNow())
  const [month, setMonth] = useState(today.slice(0, 7))
  const [day, setDay] = useState(today)
  const { data, error, refetch } = useCall('GET /v130/study_calendar', { month })
  const marks = Object.fromEntries((data?.days ?? []).map((one) => [one.day, `学习 ${one.minutes} 分钟`]))
  return (
    <div>
      {statistics && (
        <dl className="mb-2 grid grid-cols-3 gap-2 text-center">
          <Total title="累计学习" value={statistics.totalMinutes} unit="分钟" />
          <Total title="学习天数" value={statistics.totalDays} unit="天" />
          <Total title="最长连续" value={statistics.longestStreak} unit="天" />
        </dl>
      )}
      <div className="flex items-center justify-between">
        <IconButton label="上个月" onClick={() => setMonth(addMonths(month, -1))}>
          <ChevronLeft aria-hidden="true" size={20} />
        </IconButton>
        <p role="status" className="text-13 text-ink-2">
          {data ? `这个月学了 ${data.minutes} 分钟、${data.days.length} 天` : error ? '没有加载出来' : '正在加载...'}
        </p>
        <IconButton label="下个月" disabled={month >= today.slice(0, 7)} onClick={() => setMonth(addMonths(month, 1))}>
          <ChevronRight aria-hidden="true" size={20} />
        </IconButton>
      </div>
      {error && !data && (
        <button type="button" onClick={() => void refetch()} className="tap mx-auto block text-13 text-primary">
          点这里重试
        </button>
      )}
      <div className="[&>div]:grid-cols-1!">
        <Calendar today={today} value={day} onSelect={setDay} firstMonth={month} months={1} max={today} marks={marks} />
      </div>
      <p role="status" className="pt-2 text-center text-13 text-ink-2">
        {Number(day.slice(5, 7))} 月 {Number(day.slice(8))} 日：
        {marks[day] ?? (day.startsWith(month) && data ? '没有学习记录' : '')}
      </p>
    </div>
  )
}

function Total({ title, value, unit }: { title: string; value: number; unit: string }) {
  return (
    <div className="rounded-item bg-fill py-2.5">
      <dt className="text-12 text-ink-3">{title}</dt>
      <dd className="tabular-nums text-17 font-bold">
        {value} <span className="text-12 font-normal text-ink-3">{unit}</span>
      </dd>
    </div>
  )
}
