import { timing } from './constants'

/** Days are in Asia/Shanghai, which has no daylight saving: a fixed offset of eight hours. */
const shanghaiOffset = 8 * 3600
const daySeconds = 86_400

/** `yyyy-mm-ddThh:mm:ss` of Unix seconds in Asia/Shanghai. */
const isoOf = (seconds: number) => new Date((seconds + shanghaiOffset) * 1000).toISOString().slice(0, 19)

/** Formats Unix seconds as `yyyy-mm-dd` in Asia/Shanghai. */
export function formatDate(seconds: number): string {
  return isoOf(seconds).slice(0, 10)
}

/** `yyyy-mm-dd hh:mm` of Unix seconds in Asia/Shanghai. */
export function formatDateTime(seconds: number): string {
  return isoOf(seconds).slice(0, 16).replace('T', ' ')
}

/** `yyyy-mm-dd hh:mm:ss` of Unix seconds in Asia/Shanghai. */
export function formatExactTime(seconds: number): string {
  return isoOf(seconds).replace('T', ' ')
}

/** Formats Unix seconds as 11月20日 09:00 in Asia/Shanghai, for messages. */
export function formatChineseTime(seconds: number): string {
  const [, month, day] = formatDate(seconds).split('-').map(Number)
  return `${month}月${day}日 ${isoOf(seconds).slice(11, 16)}`
}

/** Day number since the epoch in Asia/Shanghai. */
export function dayNumber(seconds: number): number {
  return Math.floor((seconds + shanghaiOffset) / daySeconds)
}

/** Second at which the day of `seconds` begins in Asia/Shanghai. */
export function startOfDay(seconds: number): number {
  return dayNumber(seconds) * daySeconds - shanghaiOffset
}

/** Second at which the day `yyyy-mm-dd` begins in Asia/Shanghai; NaN if there is no such day. */
export function parseDate(date: string): number {
  return Date.parse(`${date}T00:00:00+08:00`) / 1000
}

/** Formats the time until `until` as 还剩 2 天, 还剩 5 小时 or 还剩 12 分钟; both in Unix seconds. */
export function formatTimeLeft(until: number, now: number): string {
  const left = Math.max(0, until - now)
  if (left >= 2 * daySeconds) return `还剩 ${Math.floor(left / daySeconds)} 天`
  if (left >= 3600) return `还剩 ${Math.floor(left / 3600)} 小时`
  return `还剩 ${Math.ceil(left / 60)} 分钟`
}

/** Formats how long ago `then` was; both in Unix seconds. A future time, seen by a slow clock, is 刚刚. */
export function formatTimeAgo(then: number, now: number): string {
  const passed = now - then
  if (passed < timing.justNowSeconds) return '刚刚'
  if (passed < 3600) return `${Math.floor(passed / 60)}分钟前`
  if (passed < 86_400) return `${Math.floor(passed / 3600)}小时前`
  if (passed < timing.daysAgoMax * 86_400) return `${Math.floor(passed / 86_400)}天前`
  return formatDate(then)
}
