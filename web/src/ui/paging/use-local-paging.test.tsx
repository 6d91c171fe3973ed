import { timing } from '@dxx/contract/rules/constants'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { LoadMore } from './load-more'
import { useLocalPaging } from './use-local-paging'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function List({ count }: { count: number }) {
  const paged = useLocalPaging(Array.from({ length: count }, (_, index) => index))
  return (
    <>
      <ul>
        {paged.list.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {paged.isPaged && <LoadMore state={paged.loadState} onLoadMore={paged.loadMore} />}
    </>
  )
}

it('a local list shows ten items, and ten more 200 ms after each loadMore, until its end', () => {
  vi.useFakeTimers()
  render(<List count={25} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  fireEvent.click(screen.getByRole('button'))
  fireEvent.click(screen.getByRole('button'))
  act(() => vi.advanceTimersByTime(timing.localPaging - 1))
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getAllByRole('listitem')).toHaveLength(20)
  fireEvent.click(screen.getByRole('button'))
  act(() => vi.advanceTimersByTime(timing.localPaging))
  expect(screen.getAllByRole('listitem')).toHaveLength(25)
  screen.getByText('没有更多了')
})

it('a local list of ten items has no footer', () => {
  render(<List count={10} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  expect(screen.queryByRole('status')).toBeNull()
})
