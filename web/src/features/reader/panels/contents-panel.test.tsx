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

const hrefOf = (id: string, pid?: string) => `/read?chapter=${id}${pid ? `&pid=${pid}` : ''}`

it('renders only the visible part of a long table of contents and shows the current chapter', async () => {
  render(
    <div data-testid="panel" style={{ overflowY: 'auto' }}>
      <ContentsPanel rows={rows} current="chapter-1501" hrefOf={hrefOf} onChapter={() => {}} />
    </div>,
  )
  await waitFor(() => screen.getByRole('link', { name: '第 1501 节', current: 'page' }))
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
      <ContentsPanel rows={three} current="chapter-2" hrefOf={hrefOf} onChapter={opened} />
    </div>,
  )
  const entries = await screen.findAllByRole('link', { name: '压栈' })
  expect(entries).toHaveLength(1)
  fireEvent.click(entries[0]!)
  expect(opened).toHaveBeenCalledWith('chapter-2', 'p2')
})

it('contents rows are links that open in place, but not with Ctrl', async () => {
  const opened = vi.fn()
  render(
    <div data-testid="panel" style={{ overflowY: 'auto' }}>
      <ContentsPanel rows={rows.slice(1, 4)} current="chapter-2" hrefOf={hrefOf} onChapter={opened} />
    </div>,
  )
  const link = await screen.findByRole('link', { name: '第 3 节' })
  expect(link.getAttribute('href')).toBe('#/read?chapter=chapter-3')
  fireEvent.click(link, { ctrlKey: true })
  expect(opened).not.toHaveBeenCalled()
  fireEvent.click(link)
  expect(opened).toHaveBeenCalledWith('chapter-3')
})

it('章末测验 leads to the test of the part in which it stands', async () => {
  const part = { ...rows[0]!, test: '栈和队列测验' }
  render(
    <div data-testid="panel" style={{ overflowY: 'auto' }}>
      <ContentsPanel rows={[part, rows[1]!]} current="chapter-1" hrefOf={hrefOf} onChapter={() => {}} textbook="book" />
    </div>,
  )
  const test = await screen.findByRole('link', { name: `章末测验：${part.title}` })
  expect(test.getAttribute('href')).toBe('#/pages/exam/answer?chapter=chapter-0')
})
