import { describe, expect, it } from 'vitest'
import { dayEnd, dayStart, lastDayText, timeText } from './time'

const at = (text: string) => Date.parse(`${text}+08:00`) / 1000
const today = at('2026-04-21T12:00:00')

describe('times in the staff console', () => {
  it('timeText writes 今天, 昨天 or 明天, otherwise the date, with the year only if it is not this year', () => {
    expect(timeText(at('2026-04-21T00:05:00'), today)).toBe('今天 00:05')
    expect(timeText(at('2026-04-20T23:59:00'), today)).toBe('昨天 23:59')
    expect(timeText(at('2026-04-22T08:00:00'), today)).toBe('明天 08:00')
    expect(timeText(at('2026-03-02T21:40:00'), today)).toBe('3 月 2 日 21:40')
    expect(timeText(at('2025-12-31T09:00:00'), today)).toBe('2025 年 12 月 31 日 09:00')
  })

  it('lastDayText returns the last day of a period whose end is exclusive', () => {
    expect(lastDayText(dayEnd('2026-04-28')!, today)).toBe('4 月 28 日')
    expect(lastDayText(dayEnd('2026-04-21')!, today)).toBe('今天')
  })

  it('dayStart and dayEnd use Asia/Shanghai; an invalid date returns undefined', () => {
    expect(dayStart('2026-04-21')).toBe(at('2026-04-21T00:00:00'))
    expect(dayEnd('2026-04-21')).toBe(at('2026-04-22T00:00:00'))
    expect(['', '21.4.2026', '2026-13-40'].map(dayStart)).toEqual([undefined, undefined, undefined])
  })
})
