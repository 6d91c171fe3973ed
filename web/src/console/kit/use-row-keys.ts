import { type RefObject, useEffect, useRef, useState } from 'react'
import { useShortcut } from './shortcuts'

interface KeyOptions<T> {
  rows: readonly { id: string; original: T; toggle(): void }[]
  selected: number
  canSelect: boolean
  onOpen?(row: T): void
  clear(): void
  reveal(index: number): void
  scroller: RefObject<HTMLElement | null>
}

/** Keyboard shortcuts of a table: move, open and select. Returns the row that they act on. */
export function useRowKeys<T>({ rows, selected, canSelect, onOpen, clear, reveal, scroller }: KeyOptions<T>) {
  const cursor = useCursor(
    rows.map((row) => row.id),
    reveal,
    scroller,
  )
  const current = rows[cursor.index]
  useShortcut('j', '下一行', () => cursor.move(1), { group: '列表' })
  useShortcut('k', '上一行', () => cursor.move(-1), { group: '列表' })
  useShortcut('enter', '打开这一行', () => current && onOpen?.(current.original), {
    group: '列表',
    enabled: onOpen !== undefined && cursor.index >= 0,
  })
  useShortcut('x', '选中或取消这一行', () => current?.toggle(), { group: '列表', enabled: canSelect })
  useShortcut('escape', '取消选择', clear, { group: '列表', enabled: selected > 0 })
  return cursor
}

/** Row that the keys act on: the last focused row, or no row once that row has left the list. */
function useCursor(ids: string[], reveal: (index: number) => void, scroller: RefObject<HTMLElement | null>) {
  const [id, setId] = useState<string | null>(null)
  const index = id === null ? -1 : ids.indexOf(id)
  const rowOf = (row: string) =>
    [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      ({ dataset }) => dataset.row === row,
    )
  const wanted = useRef<string | null>(null)
  // Focuses the row in a later render, because the virtual list renders it only after scrolling.
  useEffect(() => {
    if (wanted.current === null) return
    const row = rowOf(wanted.current)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })
  return {
    id: index < 0 ? null : id,
    index,
    set: setId,
    move(step: 1 | -1) {
      const next = ids[Math.min(ids.length - 1, Math.max(0, index + step))]
      if (next === undefined) return
      wanted.current = next
      reveal(ids.indexOf(next))
      setId(next)
      if (next === id) rowOf(next)?.focus()
    },
  }
}
