import { secondsOfDate } from '@dxx/contract/rules/time-from'
import { expect, it } from 'vitest'
import { examWhen } from './exam-when'

const hour = 3600
const day = 24 * hour
const today = secondsOfDate('2026-11-18')

it.each([
  ['an exam later today names the hour', 0, 20 * hour, '今天 20:00 开始'],
  ['an exam of tomorrow names the hour, also if it is less than a day away', 0, day + 9 * hour, '明天 09:00 开始'],
  ['an exam after tomorrow names the days', 0, 3 * day + hour, '3 天后开始'],
  ['an open exam names its end', 1, 22 * hour, '今天 22:00 结束'],
])('%s', (_title, status, at, expected) => {
  const exam = { status, examination_start: status === 0 ? today + at : today, examination_end: today + at }
  expect(examWhen(exam, today + 18 * hour)).toBe(expected)
})
