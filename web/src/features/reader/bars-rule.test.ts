import { expect, it } from 'vitest'
import { followBars, type Scrolled } from './bars-rule'

/** Feeds positions every 16 ms. Returns the last decision about the bars. */
function scroll(...positions: number[]): boolean | null {
  let state: Scrolled | null = null
  let decided: boolean | null = null
  positions.forEach((at, step) => {
    const [next, shown] = followBars(state, at, step * 16)
    state = next
    decided = shown ?? decided
  })
  return decided
}

it('bars hide after scrolling down by 24 pixels, not before', () => {
  expect(scroll(100, 110, 123)).toBeNull()
  expect(scroll(100, 110, 130)).toBe(false)
})

it('an upward flick shows the bars, slow upward scrolling does not', () => {
  expect(scroll(500, 470, 440, 410)).toBe(true)
  expect(scroll(...Array.from({ length: 60 }, (_, step) => 500 - step * 2))).toBeNull()
})

it('at the top of the chapter the bars are always shown', () => {
  expect(scroll(30, 24, 16, 8, 2)).toBe(true)
})

it('a change of direction starts the measurement anew', () => {
  expect(scroll(300, 340, 335, 330, 350)).toBe(false)
  expect(scroll(300, 320, 316, 330)).toBeNull()
})
