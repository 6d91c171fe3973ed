// biome-ignore-all lint/a11y/useSemanticElements: table elements laid out as a grid lose their roles in some browsers
import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_alphanumeric,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useDesktop } from '../../ui/use-media'
import type { PagedList } from '../api/hooks'
import { useAddress } from './address'
import { type Column, fitColumns, hiddenColumns, rememberColumns } from './columns'
import { useShortcut } from './shortcuts'
import { Failure, SkeletonRows } from './states'
import { ColumnMenu, TableFoot } from './table-foot'
import { TableHead } from './table-head'
import { TableRow } from './table-row'
import { useWidth } from './use-width'

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
})

export interface DataTableProps<T> {
  /** Key of the stored column choice. */
  id: string
  /** What the rows are: 员工. */
  noun: string
  list: PagedList<T>
  columns: Column<T>[]
  rowId(row: T): string
  /** Opened row, shown beside the list. */
  openId?: string
  onOpen(row: T): void
  /** Shown without rows. */
  empty: ReactNode
  rowHeight?: 40 | 56
  /** Bar for the selected rows; with it, rows can be selected. */
  selectionBar?(rows: T[], clear: () => void): ReactNode
  /** Filters above the head; the column menu is given to place it. */
  bar?(columnMenu: ReactNode): ReactNode
  /** Left of the foot. */
  footNote?: ReactNode
}

const checkWidth = 44

/** List with keyset paging: sticky head, virtual rows, column choice, selection and keys; cards on phones. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { id, noun, list, columns, rowId, openId, onOpen, empty, rowHeight = 40, selectionBar, bar, footNote } = props
  const desktop = useDesktop()
  const [{ cols, sort }, setAddress] = useAddress(['cols', 'sort'])
  const hidden = hiddenColumns(id, cols)
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  // Rows that are not loaded yet cannot be sorted in the browser.
  const canSort = !list.hasMore && list.rows.length > 1

  const definitions = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<typeof features, T & object> => ({
          id: column.id,
          accessorFn: (row) => column.sortBy?.(row) ?? '',
          enableSorting: column.sortBy !== undefined,
          sortFn: 'alphanumeric',
        }),
      ),
    [columns],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: list.rows as (T & object)[],
    getRowId: rowId,
    state: {
      columnVisibility: Object.fromEntries(hidden.map((column) => [column, false])),
      rowSelection,
      sorting: canSort && sort ? [{ id: sort.replace(/^-/, ''), desc: sort.startsWith('-') }] : [],
    },
    onRowSelectionChange: setRowSelection,
  })
  const rows = table.getRowModel().rows
  const selected = table.getSelectedRowModel().rows.map(({ original }) => original as T)
  const clear = () => setRowSelection({})

  const scroller = useRef<HTMLDivElement>(null)
  // Always there, unlike the rows.
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame, 1200)
  const chosen = columns.filter((column) => !hidden.includes(column.id))
  const shown = desktop ? fitColumns(chosen, width - (selectionBar ? checkWidth : 0) - 24) : chosen
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (desktop ? rowHeight : 84),
    overscan: 12,
    initialRect: { width: 1200, height: 800 },
  })
  const items = virtual.getVirtualItems()

  const last = items.at(-1)?.index ?? 0
  const { hasMore, isLoadingMore, moreFailed, loadMore } = list
  useEffect(() => {
    if (hasMore && !isLoadingMore && !moreFailed && last >= rows.length - 15) loadMore()
  }, [hasMore, isLoadingMore, moreFailed, last, rows.length, loadMore])

  const cursor = useCursor(
    rows.map((row) => row.id),
    (index) => virtual.scrollToIndex(index),
    scroller,
  )
  useShortcut('j', '下一行', () => cursor.move(1), { group: '列表' })
  useShortcut('k', '上一行', () => cursor.move(-1), { group: '列表' })
  useShortcut(
    'enter',
    '打开这一行',
    () => {
      const row = rows[cursor.index]
      if (row) onOpen(row.original as T)
    },
    { group: '列表', enabled: cursor.index >= 0 },
  )
  useShortcut('x', '选中或取消这一行', () => rows[cursor.index]?.toggleSelected(), {
    group: '列表',
    enabled: selectionBar !== undefined,
  })
  useShortcut('escape', '取消选择', clear, { group: '列表', enabled: selected.length > 0 })

  const menu = (
    <ColumnMenu
      columns={columns}
      hidden={hidden}
      onChange={(next) => setAddress({ cols: rememberColumns(id, next) }, { replace: true })}
    />
  )
  const tracks = shown.map(({ width: least, grows }) => (grows ? `minmax(${least}px,1fr)` : `${least}px`))
  const template = `${selectionBar ? `${checkWidth}px ` : ''}${tracks.join(' ')}`

  const roles = desktop
    ? { role: 'table', 'aria-label': noun, 'aria-rowcount': list.total ?? -1 }
    : { role: 'list', 'aria-label': noun }

  return (
    <section
      ref={frame}
      aria-label={noun}
      className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-card bg-card"
    >
      {bar?.(desktop ? menu : null)}
      {list.isPending ? (
        <SkeletonRows height={desktop ? rowHeight : 84} />
      ) : list.error && list.rows.length === 0 ? (
        <Failure error={list.error} noun={noun} onRetry={list.refetch} />
      ) : list.rows.length === 0 ? (
        empty
      ) : (
        <>
          <div
            ref={scroller}
            {...roles}
            aria-busy={list.isOld || undefined}
            className={`relative min-h-0 flex-1 overflow-y-auto overscroll-contain ${list.isOld ? 'opacity-60' : ''}`}
          >
            {desktop && (
              <TableHead
                columns={shown}
                template={template}
                sort={canSort ? sort : ''}
                canSort={canSort}
                onSort={(next) => setAddress({ sort: next })}
                all={
                  selectionBar && {
                    checked: table.getIsAllRowsSelected(),
                    some: table.getIsSomeRowsSelected(),
                    toggle: () => table.toggleAllRowsSelected(),
                  }
                }
              />
            )}
            <div
              role={desktop ? 'rowgroup' : 'presentation'}
              style={{ height: virtual.getTotalSize() }}
              className="relative"
            >
              {items.map((item) => {
                const row = rows[item.index]
                if (!row) return null
                return (
                  <TableRow
                    key={row.id}
                    id={row.id}
                    row={row.original as T}
                    index={item.index}
                    columns={shown}
                    template={template}
                    top={item.start}
                    height={item.size}
                    card={!desktop}
                    open={row.id === openId}
                    isCursor={row.id === cursor.id || (cursor.id === null && item.index === 0)}
                    onFocus={() => cursor.set(row.id)}
                    onOpen={() => onOpen(row.original as T)}
                    selection={selectionBar && { checked: row.getIsSelected(), toggle: () => row.toggleSelected() }}
                  />
                )
              })}
            </div>
          </div>
          <TableFoot list={list} first={items[0]?.index ?? 0} last={last} note={footNote} />
          {selectionBar && selected.length > 0 && selectionBar(selected, clear)}
        </>
      )}
    </section>
  )
}

/** Row that the keys act on. It is the one with the focus, or was until it left the list. */
function useCursor(ids: string[], reveal: (index: number) => void, scroller: { current: HTMLElement | null }) {
  const [id, setId] = useState<string | null>(null)
  const index = id === null ? -1 : ids.indexOf(id)
  const rowOf = (row: string) =>
    [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find(
      ({ dataset }) => dataset.row === row,
    )
  const wanted = useRef<string | null>(null)
  // The row may be drawn only after the list has scrolled to it.
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
