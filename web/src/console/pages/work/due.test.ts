import { expect, it } from 'vitest'
import { deadlineUrgency } from './due'

it('deadlineUrgency returns the time left only in the last three hours, and 已超时 after the deadline', () => {
  const now = 1_000_000
  expect(deadlineUrgency(now + 4 * 3600, now)).toBeNull()
  expect(deadlineUrgency(now + 2 * 3600, now)).toEqual({ text: '剩 2 小时', tone: 'amber' })
  expect(deadlineUrgency(now + 40 * 60, now)).toEqual({ text: '剩 40 分钟', tone: 'red' })
  expect(deadlineUrgency(now, now)).toEqual({ text: '已超时', tone: 'red' })
})
