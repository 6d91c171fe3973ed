import { expect, test } from 'vitest'
import { dayLabel } from './day-label'

const at = (text: string) => Date.parse(`${text}+08:00`) / 1000
const now = at('2026-03-02T00:30:00')

test.each([
  ['2026-03-02T00:00:00', '今天'],
  ['2026-03-01T23:59:59', '昨天'],
  ['2026-02-28T12:00:00', '2 月 28 日'],
  ['2025-12-31T23:00:00', '2025 年 12 月 31 日'],
  // A time in the future counts as today, because clocks may differ.
  ['2026-03-03T01:00:00', '今天'],
])('dayLabel of %s returns %s', (text, label) => expect(dayLabel(at(text), now)).toBe(label))
