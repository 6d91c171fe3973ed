import { formatDate, formatExactTime, parseDate, startOfDay } from '@dxx/contract/rules/time-from'

/** `2026-09-01`, or `2026-09-01 14:00:00` for a time inside the day. */
export const formatMoment = (seconds: number) =>
  seconds === startOfDay(seconds) ? formatDate(seconds) : formatExactTime(seconds)

/** Unix seconds of a day or a time in Asia/Shanghai; NaN if there is no such time. */
export function parseMoment(text: string): number {
  const [date = '', time] = text.split(' ')
  return time === undefined ? parseDate(date) : Date.parse(`${date}T${time}+08:00`) / 1000
}
