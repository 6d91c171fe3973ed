import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useFollow } from './use-follow'

afterEach(cleanup)

function List({ current }: { current: number }) {
  const box = useRef<HTMLDivElement>(null)
  return (
    <div ref={box} {...useFollow(box, current)}>
      <textarea aria-label="笔记" />
      <p aria-current={current > 0 ? 'true' : undefined}>第 {current} 条</p>
    </div>
  )
}

it('a list scrolls to its current row, but not while the user writes in it or right after the user scrolled', () => {
  const scrollTo = vi.fn()
  document.documentElement.scrollTo = scrollTo
  const { rerender } = render(<List current={0} />)
  expect(scrollTo).not.toHaveBeenCalled()
  rerender(<List current={1} />)
  expect(scrollTo).toHaveBeenCalledTimes(1)
  screen.getByRole('textbox').focus()
  rerender(<List current={2} />)
  expect(scrollTo).toHaveBeenCalledTimes(1)
  screen.getByRole('textbox').blur()
  fireEvent.wheel(screen.getByText('第 2 条'))
  rerender(<List current={3} />)
  expect(scrollTo).toHaveBeenCalledTimes(1)
})
