import { expect, it } from 'vitest'
import { dueLook } from './due'

it('dueLook returns the time left only in the last three hours, and 已超时 after the deadline', () => {
  const now = 1_000_000
  expect(dueLook(now + 4 * 3600, now)).toBeNull()
  expect(dueLook(now + 2 * 3600, now)).toEqual({ text: '剩 2 小时', tone: 'amber' })
  expect(dueLook(now + 40 * 60, now)).toEqual({ text: '剩 40 分钟', tone: 'red' })
  expect(dueLook(now, now)).toEqual({ text: '已超时', tone: 'red' })
})
