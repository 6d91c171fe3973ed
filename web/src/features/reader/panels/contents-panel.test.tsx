import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ContentsPanel } from './contents-panel'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLUListElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => ({ top: -(screen.queryByTestId('panel')?.scrollTop ?? 0) }) as DOMRect,
  )
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const rows = Array.from(
  { length: 2000 },
  (_, index): ChapterRow => ({
    id: `chapter-${index}`,
    title: `第 ${index} 节`,
    kind: index % 50 === 0 ? 'part' : 'text',
    depth: index % 50 === 0 ? 0 : 1,
    free: true,
    locked: false,
    done: false,
    percent: 0,
    durationSeconds: 0,
    minutes: 3,
    test: null,
    outline: [],
  }),
)

it('renders only the visible part of a long table of contents and shows the current chapter', async () => {
  render(
    <div data-testid="panel" style={{ overflowY: 'auto' }}>
      <ContentsPanel rows={rows} current="chapter-1501" onChapter={() => {}} />
    </div>,
  )
  await waitFor(() => screen.getByRole('button', { name: '第 1501 节', current: 'page' }))
  expect(screen.queryByText('第 1 节')).toBeNull()
  expect(screen.getAllByRole('listitem').length).toBeLessThan(500)
})

it('lists the headings inside the current chapter only, and a click opens one', async () => {
  const outline = [
    { title: '栈的定义', depth: 0, pid: 'p1' },
    { title: '压栈', depth: 1, pid: 'p2' },
  ]
  const opened = vi.fn()
  const three = rows.slice(1, 4).map((row) => ({ ...row, outline }))
  render(
    <div data-testid="panel" style={{ overflowY: 'auto' }}>
      <ContentsPanel rows={three} current="chapter-2" onChapter={opened} />
    </div>,
  )
  const entries = await screen.findAllByRole('button', { name: '压栈' })
  expect(entries).toHaveLength(1)
  fireEvent.click(entries[0]!)
  expect(opened).toHaveBeenCalledWith('chapter-2', 'p2')
})
