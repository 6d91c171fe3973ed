import { dayNumber, formatDate } from '@dxx/contract/rules/time-from'

/** Heading of a day in a list: 今天, 昨天, or the date, without the year if it is the current one. */
export function dayLabel(at: number, now: number): string {
  const ago = dayNumber(now) - dayNumber(at)
  if (ago <= 0) return '今天'
  if (ago === 1) return '昨天'
  const [year, month, day] = formatDate(at).split('-').map(Number)
  const sameYear = formatDate(now).startsWith(String(year))
  return `${sameYear ? '' : `${year} 年 `}${month} 月 ${day} 日`
}
