import { describe, expect, it } from 'vitest'
import { assignmentShare, stateOf, summarise } from './rules'

const terms = { dueAt: 1000, late: 'accept' as const, latePercent: 0 }
const done = (doneAt: number, points = 10, share: number | null = 1) => ({
  points,
  percent: 100,
  share,
  timely: doneAt <= terms.dueAt ? (share ?? 0) : 0,
  doneAt,
})
const begun = (percent: number, points = 10, timely = percent / 100) => ({
  points,
  percent,
  share: percent / 100,
  timely,
  doneAt: null,
})

describe('summarise', () => {
  it('weights items by their points and counts the items left', () => {
    expect(summarise([done(500, 30), begun(50, 10)], terms)).toEqual({
      percent: 87,
      left: 1,
      doneAt: null,
      late: false,
    })
  })

  it('an item at 100 % without a time of completion is not done', () => {
    expect(summarise([begun(100)], terms)).toMatchObject({ percent: 99, left: 1 })
  })

  it('an assignment is late if its last item was done after the due date', () => {
    expect(summarise([done(500), done(1001)], terms)).toMatchObject({ left: 0, doneAt: 1001, late: true })
  })
})

describe('assignmentShare', () => {
  it('late items lose the late percentage, or everything if late work does not count', () => {
    const items = [done(500), done(1001)]
    expect(assignmentShare(items, terms)).toBe(1)
    expect(assignmentShare(items, { ...terms, late: 'deduct', latePercent: 20 })).toBeCloseTo(0.9)
    expect(assignmentShare(items, { ...terms, late: 'close' })).toBe(0.5)
  })

  it('work in time counts in full; later work loses points, whether or not the item is finished', () => {
    const deduct = { ...terms, late: 'deduct' as const, latePercent: 50 }
    expect(assignmentShare([begun(80, 10, 0.6)], deduct)).toBeCloseTo(0.7)
    expect(assignmentShare([{ ...done(500), timely: 0.6 }], deduct)).toBeCloseTo(0.8)
    expect(assignmentShare([begun(80, 10, 0)], deduct)).toBeCloseTo(0.4)
  })

  it('an item that waits for a score leaves the whole assignment without one', () => {
    expect(assignmentShare([done(500), done(600, 10, null)], terms)).toBeNull()
  })
})

describe('stateOf', () => {
  it.each([
    [0, 'accept', 2000, 'done'],
    [1, 'accept', 1000, 'open'],
    [1, 'accept', 1001, 'late'],
    [1, 'close', 1001, 'closed'],
  ] as const)('stateOf for %d items left with rule %s at %d is %s', (left, late, now, state) => {
    expect(stateOf(left, { dueAt: 1000, late }, now)).toBe(state)
  })
})
