import { appLimits } from '@dxx/contract/rules/constants'
import { formatDateTime } from '@dxx/contract/rules/time-from'
import { Picker } from './picker'
import type { PickerColumn } from './picker-column'

export interface DatetimePickerProps {
  open: boolean
  onClose(): void
  title: string
  /** Unix seconds, shown and selected in Asia/Shanghai. */
  value: number
  onConfirm(seconds: number): void
  /** Selects a day only; the value is the day's first second. */
  dateOnly?: boolean
  /** Ten years in each direction by default. */
  min?: number
  max?: number
}

/** Returns year, month, day, hour and minute as digits that can be compared as text: `202611150912`. */
const digits = (seconds: number) => formatDateTime(seconds).replace(/\D/g, '')
const two = (number: number) => String(number).padStart(2, '0')
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const secondsOf = ([year, month, day, hour = '0', minute = '0']: readonly string[]) =>
  Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) - 8, Number(minute)) / 1000

/** Returns the wheels for year to minute (or day), limited to values between `min` and `max`. */
export function datetimeColumns(
  values: readonly string[],
  min: string,
  max: string,
  dateOnly: boolean,
): PickerColumn[] {
  const [year = '', month = ''] = values
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  const wheels: [label: string, unit: string, numbers: number[]][] = [
    ['年', '年', range(Number(min.slice(0, 4)), Number(max.slice(0, 4)))],
    ['月', '月', range(1, 12)],
    ['日', '日', range(1, days)],
    ['时', '时', range(0, 23)],
    ['分', '分', range(0, 59)],
  ]
  return wheels.slice(0, dateOnly ? 3 : 5).map(([label, unit, numbers], index) => {
    const before = values.slice(0, index).join('')
    const inBounds = (value: string) => {
      const moment = before + value
      return moment >= min.slice(0, moment.length) && moment <= max.slice(0, moment.length)
    }
    const options = numbers.map(two).filter(inBounds)
    return { label, options: options.map((value) => ({ value, title: `${Number(value)}${unit}` })) }
  })
}

export function DatetimePicker(props: DatetimePickerProps) {
  const { open, onClose, title, value, onConfirm, dateOnly = false } = props
  const year = new Date().getFullYear()
  const min = digits(props.min ?? secondsOf([String(year - appLimits.datetimeYears), '01', '01']))
  const max = digits(props.max ?? secondsOf([String(year + appLimits.datetimeYears), '12', '31', '23', '59']))
  const now = digits(value)
  const parts = [now.slice(0, 4), now.slice(4, 6), now.slice(6, 8), now.slice(8, 10), now.slice(10, 12)]
  return (
    <Picker
      open={open}
      onClose={onClose}
      title={title}
      value={parts.slice(0, dateOnly ? 3 : 5)}
      columns={(values) => datetimeColumns(values, min, max, dateOnly)}
      onConfirm={(values) => onConfirm(secondsOf(values))}
    />
  )
}
