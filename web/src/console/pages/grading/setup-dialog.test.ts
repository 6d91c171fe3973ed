import { expect, it } from 'vitest'
import { doublingNote } from './setup-dialog'

const progress = (double: boolean, counts: { second?: number; third?: number; graded?: number }) =>
  ({ second: 0, third: 0, graded: 0, ...counts, setup: { double } }) as Parameters<typeof doublingNote>[1]

it('doublingNote shows how many answers become final when double grading is switched off', () => {
  expect(doublingNote(false, progress(true, { second: 10, third: 2 }))).toContain('12 个')
  expect(doublingNote(false, progress(true, {}))).toBe('')
  expect(doublingNote(true, progress(true, { second: 10 }))).toBe('')
})

it('doublingNote shows how many final scores do not change when double grading is switched on', () => {
  expect(doublingNote(true, progress(false, { graded: 7 }))).toContain('7 个不变')
})
