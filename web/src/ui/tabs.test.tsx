import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Tabs } from './tabs'

afterEach(cleanup)

const items = [
  { id: 'all', title: '全部' },
  { id: 'done', title: '已完成' },
]

function show(side = false) {
  const onChange = vi.fn()
  render(
    <Tabs
      id="t"
      label="状态"
      items={items}
      value={items[0]!.id}
      onChange={onChange}
      hrefOf={(id) => `#/x?tab=${id}`}
      side={side}
    />,
  )
  return onChange
}

it('tabs with URLs are links, and a click chooses the tab without following the link', () => {
  const onChange = show()
  const tab = screen.getByRole('tab', { name: '已完成' })
  expect(tab.getAttribute('href')).toBe('#/x?tab=done')
  expect(fireEvent.click(tab)).toBe(false)
  expect(onChange).toHaveBeenCalledWith('done')
})

it('a click with Ctrl follows the link of a tab and does not choose it', () => {
  const onChange = show()
  expect(fireEvent.click(screen.getByRole('tab', { name: '已完成' }), { ctrlKey: true })).toBe(true)
  expect(onChange).not.toHaveBeenCalled()
})

it('the arrow keys up and down choose a tab only if tabs are stacked at the side', () => {
  const onRow = show()
  fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowDown' })
  expect(onRow).not.toHaveBeenCalled()
  cleanup()
  const onSide = show(true)
  fireEvent.keyDown(screen.getByRole('tablist'), { key: 'ArrowDown' })
  expect(onSide).toHaveBeenCalledWith('done')
})
