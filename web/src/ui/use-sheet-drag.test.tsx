import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isPulledFar, leavingTime, releaseSpeed } from './pulled-far'
import { Sheet } from './sheet'

const onClose = vi.fn()
beforeEach(() => {
  onClose.mockClear()
  vi.stubGlobal('innerWidth', 390)
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it.each([
  [true, 'pulled far and released at rest', 120, 0],
  [true, 'flicked a short way', 30, 0.8],
  [false, 'pulled a short way', 60, 0.1],
  [false, 'pushed back after a long pull', 200, -0.6],
  [false, 'hardly moved', 8, 2],
])('a sheet closes (%s) when it was %s', (closes, _how, distance, speed) => {
  expect(isPulledFar(distance, speed)).toBe(closes)
})

it('a sheet closes with the speed of the finger during the last moments', () => {
  const points = [0, 10, 20, 30].map((at) => ({ y: at * 2, at }))
  expect(releaseSpeed(points, 40)).toBe(2)
  expect(releaseSpeed(points, 300)).toBe(0)
  expect([leavingTime(400, 2), leavingTime(400, 0), leavingTime(400, 10)]).toEqual([200, 300, 120])
})

/** Moves a finger down over an element, in steps of 16 ms. */
function drag(element: Element, by: number[], { x = 0 } = {}): void {
  const at = (y: number) => ({ touches: [{ identifier: 1, clientX: x * y, clientY: y }] })
  fireEvent.touchStart(element, at(0))
  for (const y of by) {
    vi.advanceTimersByTime(16)
    fireEvent.touchMove(element, at(y))
  }
  fireEvent.touchEnd(element, { touches: [] })
}

function open(scrolled = 0) {
  render(
    <Sheet open onClose={onClose} title="答题卡">
      <p>内容</p>
    </Sheet>,
  )
  const content = screen.getByText('内容')
  content.parentElement!.scrollTop = scrolled
  return content
}

it('a flick over the content closes the sheet, which has followed the finger', () => {
  const content = open()
  drag(content, [10, 30, 60])
  expect(onClose).toHaveBeenCalledOnce()
})

it.each([
  ['the content is scrolled', 40, [10, 60, 200], 0],
  ['the finger moves sideways', 0, [10, 60, 200], 2],
  ['the finger moves up', 0, [-10, -60, -200], 0],
  ['the finger comes back', 0, [60, 140, 100, 40], 0],
])('a touch over the content does not close the sheet if %s', (_why, scrolled, by, x) => {
  drag(open(scrolled), by, { x })
  expect(onClose).not.toHaveBeenCalled()
})
