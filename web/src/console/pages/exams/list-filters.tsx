import { startOfDay } from '@dxx/contract/rules/time-from'
import { serverNow } from '../../../api/clock'
import { useStaffCall } from '../../api/hooks'
import { useUrlState } from '../../kit/address'
import { FilterSelect } from '../../kit/fields'
import { secondsOf } from '../../kit/time-field'
import { type ListState, listStates } from './state-tabs'
import type { ExamFilter } from './use-exam-rows'

const names = ['state', 'keyword', 'class', 'course', 'days', 'from', 'to'] as const
type Name = (typeof names)[number]

const daySeconds = 86_400
const dayStart = (day: string) => secondsOf(`${day}T00:00`) ?? undefined

/** Periods to filter by; first and last day are counted from today. */
const spans: Record<string, { label: string; first: number; last: number }> = {
  today: { label: '今天', first: 0, last: 0 },
  week: { label: '最近 7 天', first: -6, last: 0 },
  month: { label: '最近 30 天', first: -29, last: 0 },
  next: { label: '今后 7 天', first: 0, last: 6 },
}
const ownDays = 'own'

/** Start and end, in seconds, of the chosen days in Asia/Shanghai. */
function timesOf({ days, from, to }: Pick<Record<Name, string>, 'days' | 'from' | 'to'>) {
  const span = spans[days]
  if (span) {
    const today = startOfDay(serverNow())
    return { from: today + span.first * daySeconds, to: today + (span.last + 1) * daySeconds }
  }
  if (days !== ownDays) return {}
  const last = dayStart(to)
  return { from: dayStart(from), to: last === undefined ? undefined : last + daySeconds }
}

/** Filters of the exam list: from the URL, as input of the call, and as text. */
export function useExamFilters() {
  const [values, set] = useUrlState(names)
  const { data: offered } = useStaffCall('GET /staff/v1/exam_filters', {}, { staleTime: 300_000 })
  const state: ListState = listStates.find((one) => one.state === values.state)?.state ?? ''
  const { keyword, days, from, to } = values
  const filter: ExamFilter = {
    keyword: keyword || undefined,
    class: values.class || undefined,
    course: values.course || undefined,
    ...timesOf(values),
  }
  const words = [
    state && `状态“${listStates.find((one) => one.state === state)?.name}”`,
    values.class && `班级“${offered?.classes.find(({ id }) => id === values.class)?.name ?? '未知'}”`,
    values.course && `课程“${offered?.courses.find(({ id }) => id === values.course)?.title ?? '未知'}”`,
    spans[days] && `${spans[days].label}开始`,
    days === ownDays && (from || to) && `${from || '最早'} 到 ${to || '最晚'}开始`,
    keyword && `名称或班级含“${keyword}”`,
  ].filter((text): text is string => Boolean(text))
  const clear = () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>)
  return { values, state, filter, words, offered, set, clear }
}

export type ExamFilters = ReturnType<typeof useExamFilters>

/** Filter fields for class, course and days, which apply to exams but not to drafts. */
export function ExamFilterFields({ filters: { values, offered, set } }: { filters: ExamFilters }) {
  const all = { value: '', label: '全部' }
  const schools = new Set(offered?.classes.map(({ school }) => school))
  const nameOf = ({ name, school }: { name: string; school: string }) => (schools.size > 1 ? `${school} ${name}` : name)
  return (
    <>
      {offered && offered.classes.length > 1 && (
        <FilterSelect
          label="班级"
          value={values.class}
          onChange={(next) => set({ class: next })}
          options={[all, ...offered.classes.map((one) => ({ value: one.id, label: nameOf(one) }))]}
        />
      )}
      {offered && offered.courses.length > 1 && (
        <FilterSelect
          label="课程"
          value={values.course}
          onChange={(next) => set({ course: next })}
          options={[all, ...offered.courses.map(({ id, title }) => ({ value: id, label: title }))]}
        />
      )}
      <FilterSelect
        label="日期"
        value={values.days}
        onChange={(next) => set({ days: next, from: '', to: '' })}
        options={[
          all,
          ...Object.entries(spans).map(([value, { label }]) => ({ value, label })),
          { value: ownDays, label: '自选' },
        ]}
      />
      {values.days === ownDays && (
        <fieldset
          aria-label="开始的日期"
          className="inline-flex h-11 items-center gap-1.5 rounded-cover bg-fill px-3 text-13 max-desk:w-full desk:h-7.5"
        >
          <DayField label="从" value={values.from} max={values.to} onChange={(from) => set({ from })} />
          <span aria-hidden="true">–</span>
          <DayField label="到" value={values.to} min={values.from} onChange={(to) => set({ to })} />
        </fieldset>
      )}
    </>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange(day: string): void
}

const DayField = ({ label, value, min, max, onChange }: DayFieldProps) => (
  <input
    type="date"
    aria-label={label}
    value={value}
    min={min || undefined}
    max={max || '2100-01-01'}
    onChange={(event) => onChange(event.target.value)}
    className="min-w-0 bg-transparent text-[1rem] max-desk:flex-1 desk:w-28 desk:text-13"
  />
)
