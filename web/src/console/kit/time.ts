import { dayNumber, formatDate, formatDateTime, parseDate } from '@dxx/contract/rules/time-from'

const now = () => Math.floor(Date.now() / 1000)

function dayText(seconds: number, today: number): string {
  const passed = dayNumber(today) - dayNumber(seconds)
  if (passed === 0) return '今天'
  if (passed === 1) return '昨天'
  if (passed === -1) return '明天'
  const [year, month, day] = formatDate(seconds).split('-').map(Number)
  const isThisYear = formatDate(today).startsWith(`${year}-`)
  return `${isThisYear ? '' : `${year} 年 `}${month} 月 ${day} 日`
}

/** 今天 14:00, 4 月 28 日 14:00 or 2025 年 4 月 28 日 14:00, in Asia/Shanghai. */
export const timeText = (seconds: number, today = now()): string =>
  `${dayText(seconds, today)} ${formatDateTime(seconds).slice(11)}`

/** Last day of a period whose end is exclusive: 4 月 28 日. */
export const lastDayText = (end: number, today = now()): string => dayText(end - 1, today)

/** Unix seconds at which the day `yyyy-mm-dd` begins in Asia/Shanghai; undefined for any other text. */
export function dayStart(date: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const start = parseDate(date)
  return Number.isNaN(start) ? undefined : start
}

/** Unix seconds at which the day ends (exclusive); undefined for an invalid date. */
export function dayEnd(date: string): number | undefined {
  const start = dayStart(date)
  return start === undefined ? undefined : start + 86_400
}
