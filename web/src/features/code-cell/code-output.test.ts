import { expect, it } from 'vitest'
import { durationText } from './code-output'

it('the output of a run that took longer than the limit explains that the program waited', () => {
  expect(durationText(12)).toBe('12 ms')
  expect(durationText(1500)).toBe('1.50 s')
  expect(durationText(7350)).toBe('7.35 s，含等待机器的时间')
})
