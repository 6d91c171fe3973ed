import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { SearchBox } from './search-box'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  [true, false],
  [false, true],
])('a search by Enter on a touch screen (%s) leaves the focus in the field: %s', async (touch, focused) => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: touch && query === '(pointer: coarse)' }))
  const onSearch = vi.fn()
  render(<SearchBox value="栈" onChange={() => {}} onSearch={onSearch} />)
  const box = screen.getByRole('searchbox')
  await userEvent.type(box, '{Enter}')
  expect(onSearch).toHaveBeenCalledWith('栈')
  expect(document.activeElement === box).toBe(focused)
})
