import type { Highlight } from '@dxx/contract/calls/reading'
import { timing } from '@dxx/contract/rules/constants'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { firstScope, NotesPanel } from './notes-panel'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const highlights = Array.from({ length: 25 }, (_, index) => ({
  id: `mark-${index}`,
  chapterId: 'chapter',
  chapterTitle: '第一章',
  mark: 'yellow',
  note: '',
  locator: { pid: 'p', start: 0, end: 4, exact: `划线 ${index}`, prefix: '', suffix: '' },
  state: 'sure',
  createdAt: index,
  updatedAt: index,
})) as unknown as Highlight[]

it('shows ten highlights and ten more 200 ms after the end of the list is reached', () => {
  vi.useFakeTimers()
  const nothing = () => {}
  render(
    <NotesPanel
      kind="ebook"
      curriculumId="book"
      chapterId="chapter"
      highlights={highlights}
      waiting={0}
      rows={[]}
      onOpen={nothing}
      onEdit={nothing}
      onRemove={nothing}
    />,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  fireEvent.click(screen.getByRole('button', { name: '点击加载更多' }))
  act(() => vi.advanceTimersByTime(timing.localPaging - 1))
  expect(screen.getAllByRole('listitem')).toHaveLength(10)
  act(() => vi.advanceTimersByTime(1))
  expect(screen.getAllByRole('listitem')).toHaveLength(20)
  screen.getByText('划线 19')
})

it('a highlight is a link to its passage, which a plain click opens in place', () => {
  const onOpen = vi.fn()
  const [first] = highlights as [Highlight]
  render(
    <NotesPanel
      kind="ebook"
      curriculumId="book"
      highlights={[{ ...first, open: true }]}
      waiting={0}
      rows={[]}
      onOpen={onOpen}
      onEdit={() => {}}
      onRemove={() => {}}
    />,
  )
  const link = screen.getByRole('link', { name: '划线 0' })
  expect(link.getAttribute('href')).toBe('#/pages/books/read?id=book&chapter=chapter&pid=p&at=0-4')
  fireEvent.click(link, { ctrlKey: true })
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(link)
  expect(onOpen).toHaveBeenCalledOnce()
})

it('notes open on the book if only other chapters have highlights, otherwise on the chapter', () => {
  const mark = (chapterId: string, mark: Highlight['mark'] = 'yellow') => ({ chapterId, mark })
  expect(firstScope([mark('one')], 'two')).toBe('book')
  expect(firstScope([mark('one'), mark('two')], 'two')).toBe('chapter')
  expect(firstScope([mark('one', 'bookmark')], 'two')).toBe('chapter')
  expect(firstScope([], 'two')).toBe('chapter')
})
