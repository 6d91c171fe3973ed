import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { ApiError } from '../../api/error'
import type { PagedList } from '../api/hooks'
import type { Column } from './columns'
import { DataTable } from './data-table'
import { PopMenu } from './menu'
import { runShortcut } from './shortcuts'

interface Row {
  id: string
  name: string
  age: number
}

const columns: Column<Row>[] = [
  {
    id: 'name',
    title: '姓名',
    width: 100,
    fixed: true,
    card: 'title',
    sortBy: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: 'age',
    title: '年龄',
    width: 100,
    card: 'line',
    align: 'right',
    sortBy: ({ age }) => age,
    cell: ({ age }) => age,
  },
]
const people: Row[] = [
  { id: 'a', name: 'Ann', age: 30 },
  { id: 'b', name: 'Bob', age: 9 },
  { id: 'c', name: 'Cid', age: 21 },
]

const listOf = (rows: Row[], more: Partial<PagedList<Row>> = {}): PagedList<Row> => ({
  rows,
  total: rows.length,
  error: null,
  isPending: false,
  isOld: false,
  hasMore: false,
  isLoadingMore: false,
  moreFailed: false,
  loadMore: vi.fn(),
  refetch: vi.fn(),
  ...more,
})

let isDesktop = true
const resized = new Set<() => void>()
beforeAll(() => {
  addEventListener('keydown', runShortcut)
  window.matchMedia = ((query: string) => ({
    matches: isDesktop && !query.includes('reduced'),
    addEventListener: (_: string, changed: () => void) => resized.add(changed),
    removeEventListener: (_: string, changed: () => void) => resized.delete(changed),
  })) as unknown as typeof matchMedia
  // jsdom has no layout, but the virtual list measures the element it scrolls in.
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, value: 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, value: 900 })
})
afterAll(() => removeEventListener('keydown', runShortcut))
afterEach(() => {
  cleanup()
  isDesktop = true
  localStorage.clear()
})

function show(list: PagedList<Row>, path = '/staff', bar = true, shown = columns, opens = true) {
  const { hook, searchHook, history } = memoryLocation({ path, record: true })
  const onOpen = vi.fn()
  render(
    <Router hook={hook} searchHook={searchHook}>
      <DataTable
        id="people"
        noun="员工"
        list={list}
        columns={shown}
        rowId={({ id }) => id}
        onOpen={opens ? onOpen : undefined}
        empty={<p>没有</p>}
        selectionBar={bar ? (rows) => <p>已选 {rows.length}</p> : undefined}
      />
    </Router>,
  )
  return { onOpen, history }
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent)

describe('DataTable', () => {
  it('moves between rows with j and k, opens a row with Enter, selects with x and clears with Escape', async () => {
    const { onOpen } = show(listOf(people))
    await userEvent.keyboard('jjx{Enter}')
    expect(onOpen).toHaveBeenCalledWith(people[1])
    expect(screen.getByText(/^已选/).textContent).toBe('已选 1')
    await userEvent.keyboard('k{Enter}')
    expect(onOpen).toHaveBeenLastCalledWith(people[0])
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText(/^已选/)).toBeNull()
  })

  it('a click in the menu of a row does not open the row', async () => {
    const onSelect = vi.fn()
    const menu: Column<Row> = {
      id: 'more',
      title: '',
      width: 40,
      card: 'side',
      cell: () => <PopMenu trigger={<button type="button">更多</button>} items={[{ label: '删除', onSelect }]} />,
    }
    const { onOpen } = show(listOf(people.slice(0, 1)), '/staff', true, [...columns, menu])
    await userEvent.click(screen.getByRole('button', { name: '更多' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '删除' }))
    expect(onSelect).toHaveBeenCalledOnce()
    expect(onOpen).not.toHaveBeenCalled()
  })

  it('sorts by the column in the URL; a click on a column head changes the sorting and the URL', async () => {
    const { history } = show(listOf(people), '/staff?sort=age')
    expect(names()).toEqual(['Bob', 'Cid', 'Ann'])
    await userEvent.click(screen.getByRole('button', { name: '年龄' }))
    expect(names()).toEqual(['Ann', 'Cid', 'Bob'])
    expect(history.at(-1)).toBe('/staff?sort=-age')
    await userEvent.click(screen.getByRole('button', { name: '年龄' }))
    expect(history.at(-1)).toBe('/staff')
  })

  it('offers no sorting while more pages exist, and loads the next page near the end of the rows', () => {
    const list = listOf(people, { hasMore: true, total: 10_000 })
    show(list, '/staff?sort=age')
    expect(names()).toEqual(['Ann', 'Bob', 'Cid'])
    expect(screen.queryByRole('button', { name: '年龄' })).toBeNull()
    expect(list.loadMore).toHaveBeenCalled()
    expect(screen.getByText(/，共/).textContent).toBe('1–3，共 10000 以上')
  })

  it('offers a retry button after the next page failed, and does not load the page by itself', async () => {
    const list = listOf(people, { hasMore: true, moreFailed: true })
    show(list)
    expect(list.loadMore).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: /重试/ }))
    expect(list.loadMore).toHaveBeenCalledOnce()
  })

  it('renders fewer than 80 of 10 000 rows', () => {
    show(listOf(Array.from({ length: 10_000 }, (_, at) => ({ id: `p${at}`, name: `N${at}`, age: at }))))
    expect(screen.getAllByRole('row').length).toBeLessThan(80)
  })

  it('shows cards instead of a table on phones, and a click on a card opens the row', async () => {
    isDesktop = false
    const { onOpen } = show(listOf(people), '/staff', false)
    expect(screen.queryByRole('table')).toBeNull()
    const [card] = screen.getAllByRole('listitem')
    await userEvent.click(within(card!).getByRole('button'))
    expect(onOpen).toHaveBeenCalledWith(people[0])
  })

  it('without details, a click on a row or card selects it, and Enter is not offered', async () => {
    show(listOf(people), '/staff', true, columns, false)
    expect(screen.queryByText('打开')).toBeNull()
    await userEvent.click(screen.getByText('Bob'))
    expect(screen.getByText(/^已选/).textContent).toBe('已选 1')
    await userEvent.click(screen.getByText('Bob'))
    expect(screen.queryByText(/^已选/)).toBeNull()
    cleanup()
    isDesktop = false
    show(listOf(people), '/staff', true, columns, false)
    await userEvent.click(screen.getByText('Ann'))
    await userEvent.click(screen.getByText('Cid'))
    expect(screen.getByText(/^已选/).textContent).toBe('已选 2')
    expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).checked)).toEqual([true, false, true])
  })

  it('without details and selection, cards are no buttons', () => {
    isDesktop = false
    show(listOf(people), '/staff', false, columns, false)
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('replaces 40-pixel rows by 84-pixel cards when the window becomes narrow', () => {
    show(listOf(people), '/staff', false)
    expect(screen.getAllByRole('row').at(-1)?.style.transform).toBe('translateY(80px)')
    isDesktop = false
    act(() => {
      for (const changed of resized) changed()
    })
    const cards = screen.getAllByRole('listitem')
    expect(cards.map(({ style }) => [style.height, style.transform])).toEqual([
      ['84px', 'translateY(0px)'],
      ['84px', 'translateY(84px)'],
      ['84px', 'translateY(168px)'],
    ])
  })

  it('hides the columns named in the URL', () => {
    show(listOf(people), '/staff?cols=age')
    expect(screen.queryByRole('columnheader', { name: '年龄' })).toBeNull()
  })

  it('shows a loading state, an empty state or an error in place of the rows', async () => {
    show(listOf([], { isPending: true, total: undefined }))
    expect(screen.getByRole('status').textContent).toBe('正在加载')
    cleanup()
    show(listOf([]))
    expect(screen.queryByRole('status')).toBeNull()
    expect(screen.getAllByText('没有')).toHaveLength(1)
    cleanup()
    const failed = listOf([], { error: new ApiError('server-error', 0, '服务器异常，请稍后再试') })
    show(failed)
    expect(screen.getByRole('alert').textContent).toContain('员工没有载入服务器异常，请稍后再试')
    expect(screen.queryByText('没有')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '重新加载' }))
    expect(failed.refetch).toHaveBeenCalledOnce()
  })
})
