import { parseDate } from '@dxx/contract/rules/time-from'
import { expect, it } from 'vitest'
import { dueWhen, examWhen } from './exam-when'

const hour = 3600
const day = 24 * hour
const today = parseDate('2026-11-18')

it.each([
  ['今天 20:00 开始', 'later today', 0, 20 * hour],
  ['明天 09:00 开始', 'less than a day away, but tomorrow', 0, day + 9 * hour],
  ['3 天后开始', 'after tomorrow', 0, 3 * day + hour],
  ['今天 22:00 结束', 'already open', 1, 22 * hour],
])('examWhen returns %s for an exam that is %s', (expected, _when, status, at) => {
  const exam = { status, examination_start: status === 0 ? today + at : today, examination_end: today + at }
  expect(examWhen(exam, today + 18 * hour)).toBe(expected)
})

it('dueWhen returns when homework is due, and that overdue homework is still accepted', () => {
  const now = today + 18 * hour
  expect(dueWhen(today + 22 * hour, now)).toBe('今天 22:00 截止')
  expect(dueWhen(today + 4 * day, now)).toBe('4 天后截止')
  expect(dueWhen(today + hour, now)).toBe('已过截止，还能交')
})
