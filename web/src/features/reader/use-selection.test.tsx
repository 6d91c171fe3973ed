import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Viewport } from './layout/viewport'
import { indexText, rangeOf } from './text/text-index'
import { useSelection } from './use-selection'

const drawn = Range.prototype.getBoundingClientRect
afterEach(() => {
  cleanup()
  Range.prototype.getBoundingClientRect = drawn
})

function select() {
  Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10)
  const root = document.createElement('div')
  root.innerHTML = '<p data-p="a">栈是后进先出的</p>'
  document.body.replaceChildren(root)
  const index = indexText(root)
  const view = { index, scroller: root } as unknown as Viewport
  const { result } = renderHook(() => useSelection(view))
  document.getSelection()!.removeAllRanges()
  document.getSelection()!.addRange(rangeOf(index, 0, 3)!)
  return result
}

const press = (key: string) => act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key })))

it('a menu key pressed right after a selection acts at once, without waiting until the selection is finished', () => {
  const result = select()
  expect(result.current[0]).toBeNull()
  press('n')
  expect(result.current[0]).toMatchObject({ start: 0, end: 3, mark: null })
})

it('other keys do not finish a fresh selection', () => {
  const result = select()
  press('ArrowRight')
  expect(result.current[0]).toBeNull()
})
