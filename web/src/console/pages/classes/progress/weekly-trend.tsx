import { useState } from 'react'
import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { PeriodBars } from '../../../kit/period-bars'
import type { ClassDetail } from '../class-detail'

type Trend = StaffData<'GET /staff/v1/class_trend'>
type Week = Trend['weeks'][number]

interface Measure {
  id: string
  title: string
  unit: string
  /** Null: there is nothing to measure in this week. */
  value(week: Week): number | null
}

const measures: readonly [Measure, ...Measure[]] = [
  {
    id: 'minutes',
    title: '人均时长',
    unit: '分钟',
    // Average of the students who studied: over a whole class, a few minutes would round to none.
    value: ({ minutes, active }) => (active === 0 ? 0 : Math.max(1, Math.round(minutes / active))),
  },
  { id: 'active', title: '学习人数', unit: '人', value: ({ active }) => active },
  { id: 'right', title: '正确率', unit: '%', value: ({ rightPercent }) => rightPercent },
]

/** 11/16 of 2026-11-16. */
const weekLabel = (from: string) => from.slice(5).replace(/^0/, '').replace(/-0?/, '/')

/** How the class studied in the last weeks: time, students who studied, and right answers. */
export function WeeklyTrend({ of }: { of: ClassDetail }) {
  const { data } = useStaffCall('GET /staff/v1/class_trend', { id: of.id })
  const [chosen, setChosen] = useState(measures[0].id)
  const measure = measures.find(({ id }) => id === chosen) ?? measures[0]
  if (!data) return null
  const values = data.weeks.map((week) => measure.value(week))
  const text = (value: number | null | undefined) => (value == null ? '还没有' : `${value} ${measure.unit}`)
  return (
    <section aria-label="每周趋势" className="rounded-card bg-card px-4 py-3">
      <h2 className="flex items-baseline gap-2 text-15 font-semibold">
        每周趋势 <span className="text-12 font-normal text-ink-3">最近 {data.weeks.length} 周</span>
      </h2>
      <fieldset aria-label="看什么" className="mt-2 flex gap-1.5">
        {measures.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === measure.id}
            onClick={() => setChosen(id)}
            className={cx(
              'tap h-7.5 flex-1 rounded-cover text-12',
              id === measure.id ? 'bg-primary-soft font-semibold text-primary' : 'bg-fill text-ink-2',
            )}
          >
            {title}
          </button>
        ))}
      </fieldset>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <b className="text-19 leading-tight font-semibold tabular-nums">{text(values.at(-1))}</b>
        <span className="text-12 text-ink-3">本周到今天 · 上周 {text(values.at(-2))}</span>
      </p>
      <PeriodBars
        title={`每周${measure.title}`}
        unit={measure.unit}
        empty="最近 12 周还没有"
        data={data.weeks.map(({ from }, at) => ({ label: weekLabel(from), value: values[at] ?? 0 }))}
      />
    </section>
  )
}
