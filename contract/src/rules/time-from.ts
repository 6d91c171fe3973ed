import { timing } from './constants'

/** Days are in Asia/Shanghai, which has no daylight saving: a fixed offset of eight hours. */
const shanghaiOffset = 8 * 3600

/** `yyyy-mm-dd` of Unix seconds in Asia/Shanghai. */
export function dateOf(seconds: number): string {
  return new Date((seconds + shanghaiOffset) * 1000).toISOString().slice(0, 10)
}

/** `yyyy-mm-dd hh:mm` of Unix seconds in Asia/Shanghai. */
export function dateTimeOf(seconds: number): string {
  return new Date((seconds + shanghaiOffset) * 1000).toISOString().slice(0, 16).replace('T', ' ')
}

/** Day number since the epoch in Asia/Shanghai. */
export function dayOf(seconds: number): number {
  return Math.floor((seconds + shanghaiOffset) / 86_400)
}

/** Formats how long ago `then` was; both in Unix seconds. Times in the future, from a slow clock, are 刚刚. */
export function timeFrom(then: number, now: number): string {
  const passed = now - then
  if (passed < timing.justNowSeconds) return '刚刚'
  if (passed < 3600) return `${Math.floor(passed / 60)}分钟前`
  if (passed < 86_400) return `${Math.floor(passed / 3600)}小时前`
  if (passed < timing.daysAgoMax * 86_400) return `${Math.floor(passed / 86_400)}天前`
  return dateOf(then)
}
