import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { boundedShare, SplitPane } from './split-pane'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('a divider moves by arrow keys within its bounds, and its position is remembered', () => {
  const pane = <SplitPane name="test" label="分界" start="左" end="右" initial={60} />
  const first = render(pane)
  const divider = () => screen.getByRole('separator', { name: '分界' })
  expect(divider().getAttribute('aria-valuenow')).toBe('60')
  fireEvent.keyDown(divider(), { key: 'ArrowRight' })
  expect(divider().getAttribute('aria-valuenow')).toBe('65')
  fireEvent.keyDown(divider(), { key: 'End' })
  fireEvent.keyDown(divider(), { key: 'ArrowRight' })
  expect(divider().getAttribute('aria-valuenow')).toBe('75')
  first.unmount()
  render(pane)
  expect(divider().getAttribute('aria-valuenow')).toBe('75')
})

it('shares outside of the bounds are clamped, and values that are not numbers become the default', () => {
  expect([boundedShare(3, 50), boundedShare(98, 50), boundedShare(Number.NaN, 40)]).toEqual([25, 75, 40])
})

it('a divider between rows moves by the vertical arrow keys and ignores the horizontal ones', () => {
  render(<SplitPane rows name="rows" label="上下" start="上" end="下" initial={60} />)
  const divider = screen.getByRole('separator', { name: '上下' })
  expect(divider.getAttribute('aria-orientation')).toBe('horizontal')
  fireEvent.keyDown(divider, { key: 'ArrowDown' })
  fireEvent.keyDown(divider, { key: 'ArrowLeft' })
  expect(divider.getAttribute('aria-valuenow')).toBe('65')
})
