import { appLimits } from '@dxx/contract/rules/constants'
import { formatDate, parseDate } from '@dxx/contract/rules/time-from'
import CalendarSearch from 'lucide-react/icons/calendar-search'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useState } from 'react'
import { serverNow } from '../../api/clock'
import { type CallData, useCall } from '../../api/use-call'
import { Calendar } from '../../ui/calendar'
import { addMonths } from '../../ui/calendar-days'
import { DatetimePicker } from '../../ui/datetime-picker'
import { IconButton } from '../../ui/icon-button'

interface StudyCalendarProps {
  statistics: CallData<'GET /v130/study_statistics'> | undefined
}

const months = appLimits.calendarMonths
const monthOf = (day: string) => day.slice(0, 7)
const named = (month: string) => `${Number(month.slice(0, 4))} 年 ${Number(month.slice(5))} 月`
/** Calendar of study days, three months at a time, latest first. */
export function StudyCalendar({ statistics }: StudyCalendarProps) {
  const today = formatDate(serverNow())
  const [last, setLast] = useState(monthOf(today))
  const [day, setDay] = useState(today)
  const [picking, setPicking] = useState(false)
  const first = addMonths(last, 1 - months)
  const { data, error, refetch } = useCall('GET /v130/study_calendar', { month: first, months })
  const marks = Object.fromEntries((data?.days ?? []).map((one) => [one.day, `学习 ${one.minutes} 分钟`]))
  const inSight = monthOf(day) >= first && monthOf(day) <= last

  function jump(seconds: number) {
    const chosen = [formatDate(seconds), today].sort()[0]!
    setDay(chosen)
    setLast(monthOf(chosen))
  }

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
        <IconButton label="前三个月" onClick={() => setLast(addMonths(last, -months))}>
          <ChevronLeft aria-hidden="true" size={20} />
        </IconButton>
        <button
          type="button"
          onClick={() => setPicking(true)}
          className="tap flex min-h-11 items-center gap-1.5 rounded-item px-2 text-13 text-ink-2"
        >
          <CalendarSearch aria-hidden="true" size={16} />
          <span className="sr-only">选择日期，现在是</span>
          {named(first)} – {named(last)}
        </button>
        <IconButton
          label="后三个月"
          disabled={last >= monthOf(today)}
          onClick={() => setLast([addMonths(last, months), monthOf(today)].sort()[0]!)}
        >
          <ChevronRight aria-hidden="true" size={20} />
        </IconButton>
      </div>
      <p role="status" className="pb-1 text-center text-13 text-ink-2">
        {data ? `这三个月学了 ${data.minutes} 分钟、${data.days.length} 天` : error ? '没有加载出来' : '正在加载...'}
      </p>
      {error && !data && (
        <button type="button" onClick={() => void refetch()} className="tap mx-auto block text-13 text-primary">
          点这里重试
        </button>
      )}
      <p role="status" className="pb-1 text-center text-13 font-semibold">
        {data && inSight && `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日：${marks[day] ?? '没有学习记录'}`}
      </p>
      <Calendar
        today={today}
        value={day}
        onSelect={setDay}
        firstMonth={first}
        max={today}
        marks={marks}
        newestFirst
        narrow
      />
      <DatetimePicker
        open={picking}
        onClose={() => setPicking(false)}
        title="选择日期"
        dateOnly
        value={parseDate(day)}
        onConfirm={jump}
      />
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
