import { expect, it } from 'vitest'
import { menuPosition } from './selection-menu'

const rect = (left: number, top: number, width: number, height: number) =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect
const frame = rect(300, 60, 800, 700)
const size = { width: 600, height: 56 }

it('the menu stands above the selection on desktops, and below it where there is no room', () => {
  expect(menuPosition(rect(600, 400, 100, 20), frame, size, true)).toEqual({ left: 50, top: 270 })
  expect(menuPosition(rect(600, 80, 100, 20), frame, size, true).top).toBe(54)
})

it('the menu stands below the selection on phones, and above it at the lower edge', () => {
  expect(menuPosition(rect(600, 400, 100, 20), frame, size, false).top).toBe(374)
  expect(menuPosition(rect(600, 720, 100, 20), frame, size, false).top).toBe(590)
})

it('the menu stays inside the frame beside a selection at its edge', () => {
  expect(menuPosition(rect(305, 400, 20, 20), frame, size, true).left).toBe(8)
  expect(menuPosition(rect(1080, 400, 20, 20), frame, size, true).left).toBe(192)
})
