import { expect, it } from 'vitest'
import { restingWheel, turnByWheel } from './wheel-rule'

/** Feeds distances at times. Returns the pages turned. */
function wheel(...events: readonly (readonly [delta: number, at: number])[]): number[] {
  let state = restingWheel
  return events.flatMap(([delta, at]) => {
    const [next, turned] = turnByWheel(state, delta, at)
    state = next
    return turned === 0 ? [] : [turned]
  })
}

it('one notch of a mouse wheel turns one page in the direction of the wheel', () => {
  expect(wheel([120, 0])).toEqual([1])
  expect(wheel([-120, 0])).toEqual([-1])
})

it('a mouse wheel that keeps turning turns a page about every third of a second', () => {
  expect(wheel(...Array.from({ length: 10 }, (_, step) => [120, step * 100] as const))).toEqual([1, 1, 1])
})

it('one swipe on a trackpad with its inertia turns one page', () => {
  const swipe = Array.from({ length: 60 }, (_, step) => [60 * 0.94 ** step, step * 16] as const)
  expect(wheel(...swipe)).toEqual([1])
})

it('small movements of a resting finger turn no page', () => {
  expect(wheel([4, 0], [-3, 20], [5, 400], [6, 420])).toEqual([])
})

it('a second swipe after a pause turns the next page', () => {
  expect(wheel([60, 0], [30, 16], [60, 700], [30, 716])).toEqual([1, 1])
})
