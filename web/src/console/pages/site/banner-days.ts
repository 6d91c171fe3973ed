import type { StaffBanner } from '@dxx/contract/calls/staff/site-content'
import { startOfDay } from '@dxx/contract/rules/time-from'

const daySeconds = 86_400

interface BannerBar {
  id: string
  title: string
  /** First and last day of the calendar on which the banner is shown, from 0. */
  from: number
  to: number
  /** Whether the banner began before the first day or continues after the last one. */
  isCut: { start: boolean; end: boolean }
}

interface BannerCalendarModel {
  /** Start of each day. */
  days: number[]
  bars: BannerBar[]
  /** Number of banners on each day, including those shown for a part of it. */
  counts: number[]
  /** Gaps: days that have no banner at some time, with the first and last day of each. */
  gaps: { from: number; to: number }[]
}

/** Lays banners out over days of Asia/Shanghai, beginning with the day of `now`. */
export function planDays(
  banners: readonly Pick<StaffBanner, 'id' | 'title' | 'startsAt' | 'endsAt'>[],
  now: number,
  count: number,
): BannerCalendarModel {
  const first = startOfDay(now)
  const end = first + count * daySeconds
  const days = Array.from({ length: count }, (_, i) => first + i * daySeconds)
  const shown = banners
    .map((banner) => ({ banner, start: banner.startsAt ?? 0, stop: banner.endsAt ?? Number.POSITIVE_INFINITY }))
    .filter(({ start, stop }) => start < end && stop > Math.max(first, now))
  const dayOf = (seconds: number) => Math.floor((seconds - first) / daySeconds)
  const bars = shown.map(({ banner: { id, title }, start, stop }) => ({
    id,
    title,
    from: Math.max(0, dayOf(start)),
    to: Math.min(count - 1, dayOf(stop - 1)),
    isCut: { start: start < first, end: stop > end },
  }))
  const isFilled = (day: number) => isCovered(shown, Math.max(day, now), day + daySeconds)
  const gaps: { from: number; to: number }[] = []
  for (const [i, day] of days.entries()) {
    if (isFilled(day)) continue
    const last = gaps.at(-1)
    if (last && last.to === i - 1) last.to = i
    else gaps.push({ from: i, to: i })
  }
  return { days, bars, counts: days.map((_, i) => bars.filter(({ from, to }) => from <= i && i <= to).length), gaps }
}

/** Whether some banner is shown at every moment from `from` to `to`. */
function isCovered(shown: readonly { start: number; stop: number }[], from: number, to: number): boolean {
  let at = from
  for (const { start, stop } of [...shown].sort((a, b) => a.start - b.start)) {
    if (start > at) break
    at = Math.max(at, stop)
  }
  return at >= to
}
