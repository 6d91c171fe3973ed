import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { VirtualList } from './virtual-list'
import { virtualWindow } from './virtual-window'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('virtualWindow', () => {
  const tens = () => 10
  it.each([
    ['at the top', 100, 0, 30, { from: 0, to: 3, before: 0, after: 970 }],
    ['in the middle', 100, 25, 55, { from: 2, to: 6, before: 20, after: 940 }],
    ['at the end', 100, 970, 1000, { from: 97, to: 100, before: 970, after: 0 }],
    ['above the list', 100, -50, 20, { from: 0, to: 2, before: 0, after: 980 }],
    ['past a list that shrank', 3, 500, 530, { from: 2, to: 3, before: 20, after: 0 }],
    ['of nothing', 0, 0, 30, { from: 0, to: 0, before: 0, after: 0 }],
  ])('virtualWindow for a screen %s', (_, count, top, bottom, expected) => {
    expect(virtualWindow(count, tens, top, bottom)).toEqual(expected)
  })

  it('virtualWindow handles rows of different heights', () => {
    const heights = [10, 100, 10, 10]
    expect(virtualWindow(4, (index) => heights[index] ?? 0, 50, 115)).toEqual({ from: 1, to: 3, before: 10, after: 10 })
  })
})

describe('virtual list', () => {
  const items = Array.from({ length: 5000 }, (_, index) => index)
  const list = (preloadPages?: number) => (
    <div data-testid="page" style={{ overflowY: 'auto' }}>
      <VirtualList
        items={items}
        itemKey={(item) => item}
        renderItem={(item) => `第 ${item} 条`}
        estimate={50}
        preloadPages={preloadPages}
      />
    </div>
  )

  it('a virtual list renders twelve screens above and below the visible one, at first and after scrolling', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
    vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => ({ top: -screen.getByTestId('page').scrollTop }) as DOMRect,
    )
    render(list())
    // 500 px viewport plus 12 times 500 px below, in rows of 50 px.
    expect(screen.getAllByRole('listitem')).toHaveLength(130)
    expect(screen.getByText('第 0 条').getAttribute('aria-setsize')).toBe('5000')
    screen.getByTestId('page').scrollTop = 100_000
    fireEvent.scroll(screen.getByTestId('page'))
    await waitFor(() => screen.getByText('第 2000 条'))
    expect(screen.queryByText('第 0 条')).toBeNull()
    expect(screen.getAllByRole('listitem')).toHaveLength(250)
  })

  it('a virtual list scrolls to the current row when the list appears, however far away the row is', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500)
    vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
      () => ({ top: -screen.getByTestId('page').scrollTop }) as DOMRect,
    )
    render(
      <div data-testid="page" style={{ overflowY: 'auto' }}>
        <VirtualList
          items={items}
          itemKey={(item) => item}
          renderItem={(item) => `第 ${item} 条`}
          estimate={50}
          current={4000}
        />
      </div>,
    )
    await waitFor(() => screen.getByText('第 4000 条'))
    expect(screen.queryByText('第 0 条')).toBeNull()
    const { scrollTop } = screen.getByTestId('page')
    expect(4000 * 50 - scrollTop).toBeGreaterThanOrEqual(0)
    expect(4000 * 50 - scrollTop).toBeLessThan(500)
  })

  it('the virtual list rejects a preload of 0', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(list(0))).toThrow(RangeError)
  })
})
