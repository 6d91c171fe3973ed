import { act, cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { PageContext } from '../router/page-context'
import { useToast } from '../state/flash'
import { PrintDocument } from './print-document'
import { usePrintedList } from './use-printed-list'

/** Document for paper at each call of window.print. */
const printed: string[] = []

function show(readAll: () => Promise<string[]>, total = 3) {
  // The browser fires beforeprint before it renders the paper, and afterprint at the end.
  vi.stubGlobal('print', () => {
    act(() => void dispatchEvent(new Event('beforeprint')))
    printed.push(document.querySelector('body > .print-sheet')?.textContent ?? '')
    act(() => void dispatchEvent(new Event('afterprint')))
  })
  const List = () => {
    const { items } = usePrintedList({ list: ['a', 'b'], total, readAll })
    return <PrintDocument>{items.join(' ')}</PrintDocument>
  }
  const page = { path: 'pages/my/notes', query: {}, key: '1', active: true }
  render(
    <PageContext value={page}>
      <List />
    </PageContext>,
  )
}

afterEach(() => {
  cleanup()
  printed.length = 0
  vi.unstubAllGlobals()
})

const pressPrint = () => fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })

it("Ctrl+P on a list with more pages prints all items; the browser's print command prints the loaded items", async () => {
  show(async () => ['a', 'b', 'c'])
  expect(pressPrint()).toBe(false)
  await waitFor(() => expect(printed).toEqual(['a b c']))
  window.print()
  expect(printed).toEqual(['a b c', 'a b'])
})

it('Ctrl+P on a complete list is left to the browser', () => {
  show(async () => [], 2)
  expect(pressPrint()).toBe(true)
})

it('a failed request shows a toast and prints nothing', async () => {
  show(async () => Promise.reject(new Error('offline')))
  pressPrint()
  await waitFor(() => expect(useToast.getState().text).toContain('没能读出全部内容'))
  expect(printed).toEqual([])
})
