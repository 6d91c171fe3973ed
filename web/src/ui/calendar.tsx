import { appLimits } from '@dxx/contract/rules/constants'
import { type KeyboardEvent, useRef, useState } from 'react'
import { addDays, addMonths, weeksOf } from './calendar-days'
import { cx } from './cx'

export interface CalendarProps {
  /** Days are `yyyy-mm-dd`. */
  today: string
  value: string | null
  onSelect(day: string): void
  /** First month as `yyyy-mm`; the current month by default. */
  firstMonth?: string
  months?: number
  min?: string
  max?: string
  /** Text per day, shown as a dot and read by screen readers: `{'2026-11-15': '学习 46 分钟'}`. */
  marks?: Readonly<Record<string, string>>
  /** Shows the latest month first, for data of the past. */
  newestFirst?: boolean
  /** Shows the months in one column also on desktop, for narrow containers. */
  narrow?: boolean
}

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/** Calendar of several months. Arrow keys move by day and week, Page Up and Page Down by month. */
export function Calendar(props: CalendarProps) {
  const { today, value, onSelect, months = appLimits.calendarMonths, min = '', max = '9999', marks = {} } = props
  const firstMonth = props.firstMonth ?? today.slice(0, 7)
  const shown = Array.from({ length: months }, (_, index) => addMonths(firstMonth, index))
  const root = useRef<HTMLDivElement>(null)
  const [walked, setWalked] = useState<string | null>(null)
  const inSight = (day: string | null): day is string => day !== null && shown.includes(day.slice(0, 7))
  // The only day in the tab order: the day reached by keys, else the chosen day, else today.
  const stop = [walked, value, today].find(inSight) ?? `${firstMonth}-01`

  function walk(event: KeyboardEvent) {
    const steps: Record<string, () => string> = {
      ArrowLeft: () => addDays(stop, -1),
      ArrowRight: () => addDays(stop, 1),
      ArrowUp: () => addDays(stop, -7),
      ArrowDown: () => addDays(stop, 7),
      PageUp: () => `${addMonths(stop.slice(0, 7), -1)}-01`,
      PageDown: () => `${addMonths(stop.slice(0, 7), 1)}-01`,
    }
    const next = steps[event.key]?.()
    if (next === undefined) return
    event.preventDefault()
    if (!inSight(next)) return
    setWalked(next)
    root.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of the days inside
    <div
      ref={root}
      onKeyDown={walk}
      className={cx('grid items-start gap-2', !props.narrow && 'desk:grid-cols-3 desk:gap-8')}
    >
      {(props.newestFirst ? [...shown].reverse() : shown).map((month) => (
        <table key={month} className="w-full table-fixed">
          <caption className="py-2 text-left text-15 font-semibold">
            {Number(month.slice(0, 4))} 年 {Number(month.slice(5))} 月
          </caption>
          <thead>
            <tr className="text-12 text-ink-3">
              {weekdays.map((weekday) => (
                <th key={weekday} scope="col" abbr={`星期${weekday}`} className="h-8 font-normal">
                  {weekday}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(month).map((week) => (
              <tr key={week.find(Boolean)}>
                {week.map((day, weekday) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the weekday
                  <td key={weekday} className="p-0 text-center">
                    {day && (
                      <button
                        type="button"
                        data-day={day}
                        tabIndex={day === stop ? 0 : -1}
                        disabled={day < min || day > max}
                        aria-pressed={day === value}
                        aria-current={day === today ? 'date' : undefined}
                        aria-label={`${Number(month.slice(5))}月${Number(day.slice(8))}日${marks[day] ? `，${marks[day]}` : ''}`}
                        onClick={() => onSelect(day)}
                        className={cx(
                          'tabular-nums relative inline-grid h-11 w-full max-w-11 place-items-center rounded-full text-14 disabled:text-ink-3 disabled:opacity-50',
                          day === value
                            ? 'bg-primary font-semibold text-on-primary'
                            : day === today && 'font-semibold text-primary inset-ring inset-ring-primary',
                        )}
                      >
                        {Number(day.slice(8))}
                        {marks[day] && (
                          <span
                            className={cx(
                              'absolute bottom-1.5 size-1 rounded-full',
                              day === value ? 'bg-on-primary' : 'bg-amber',
                            )}
                          />
                        )}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  )
}
