// biome-ignore-all lint/a11y/useSemanticElements: table elements laid out as a grid lose their roles in some browsers
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useDesktop } from '../../ui/use-media'
import type { PagedList } from '../api/hooks'
import { useUrlState } from './address'
import { type Column, fitColumns, hiddenColumns, rememberColumns } from './columns'
import { Failure, TableSkeleton } from './states'
import { ColumnMenu, TableFoot } from './table-foot'
import { TableHead } from './table-head'
import { TableRow } from './table-row'
import { useRowKeys } from './use-row-keys'
import { type TableModel, useTableModel } from './use-table-model'
import { useWidth } from './use-width'

export interface DataTableProps<T> {
  /** Key of the stored column choice. */
  id: string
  /** Noun for the rows in texts: 员工. */
  noun: string
  list: PagedList<T>
  columns: Column<T>[]
  rowId(row: T): string
  /** Id of the row whose details are open beside the list. */
  openId?: string
  /** Opens the details of a row. Without it, a click selects the row if rows can be selected. */
  onOpen?(row: T): void
  /** Shown in place of the rows if there are none. */
  empty: ReactNode
  rowHeight?: 40 | 56
  /** Bar shown for the selected rows. Without it, rows cannot be selected. */
  selectionBar?(rows: T[], clear: () => void): ReactNode
  /** Filter bar above the column heads; receives the column menu and places it. */
  bar?(columnMenu: ReactNode): ReactNode
  /** Note on the left of the table foot. */
  footNote?: ReactNode
}

const checkWidth = 44

/** List with keyset paging: sticky head, virtual rows, column choice, selection and keys; cards on phones. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { id, noun, list, columns, rowId, empty, rowHeight = 40, selectionBar, bar } = props
  const desktop = useDesktop()
  const [{ cols, sort }, setAddress] = useUrlState(['cols', 'sort'])
  const hidden = hiddenColumns(id, cols)
  const model = useTableModel({ list, columns, rowId, hidden, sort })
  // Measures the frame, because the rows are not rendered while the list loads.
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame, 1200)
  const chosen = columns.filter((column) => !hidden.includes(column.id))
  const shown = desktop ? fitColumns(chosen, width - (selectionBar ? checkWidth : 0) - 24) : chosen
  const menu = (
    <ColumnMenu
      columns={columns}
      hidden={hidden}
      onChange={(next) => setAddress({ cols: rememberColumns(id, next) }, { replace: true })}
    />
  )
  return (
    <section
      ref={frame}
      aria-label={noun}
      // Not `overflow-hidden`, in which the bar of the selected rows could not stay at the bottom of the window.
      className="flex min-h-0 min-w-0 flex-1 flex-col overflow-clip rounded-card bg-card"
    >
      {bar?.(desktop ? menu : null)}
      {list.isPending ? (
        <TableSkeleton height={desktop ? rowHeight : 84} />
      ) : list.error && list.rows.length === 0 ? (
        <Failure error={list.error} noun={noun} onRetry={list.refetch} />
      ) : list.rows.length === 0 ? (
        empty
      ) : (
        <Rows {...props} rowHeight={desktop ? rowHeight : 84} model={model} shown={shown} />
      )}
    </section>
  )
}

interface RowsProps<T> extends Omit<DataTableProps<T>, 'rowHeight'> {
  rowHeight: number
  model: TableModel<T>
  shown: Column<T>[]
}

/** Column heads, the visible rows, the table foot and the bar for the selected rows. */
function Rows<T>({ noun, list, model, shown, openId, onOpen, rowHeight, selectionBar, footNote }: RowsProps<T>) {
  const desktop = useDesktop()
  const [{ sort }, setAddress] = useUrlState(['sort'])
  const { rows, selected, clear, canSort } = model
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialRect: { width: 1200, height: 800 },
  })
  // The virtual list caches row heights; cards, shown when the window becomes narrow, are higher than rows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again whenever the height changes
  useLayoutEffect(() => virtual.measure(), [rowHeight, virtual])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useNextPage(list, last, rows.length)
  const cursor = useRowKeys({
    rows,
    selected: selected.length,
    canSelect: selectionBar !== undefined,
    onOpen,
    clear,
    reveal: (index) => virtual.scrollToIndex(index),
    scroller,
  })
  const tracks = shown.map(({ width: least, grows }) => (grows ? `minmax(${least}px,1fr)` : `${least}px`))
  const template = `${selectionBar ? `${checkWidth}px ` : ''}${tracks.join(' ')}`
  const roles = desktop
    ? { role: 'table', 'aria-label': noun, 'aria-rowcount': list.total ?? -1 }
    : { role: 'list', 'aria-label': noun }
  return (
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
            all={selectionBar && model.all}
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
                row={row.original}
                index={item.index}
                columns={shown}
                template={template}
                top={item.start}
                height={item.size}
                card={!desktop}
                open={row.id === openId}
                isCursor={row.id === cursor.id || (cursor.id === null && item.index === 0)}
                onFocus={() => cursor.set(row.id)}
                onOpen={onOpen && (() => onOpen(row.original))}
                selection={selectionBar && { checked: row.checked, toggle: row.toggle }}
              />
            )
          })}
        </div>
      </div>
      <TableFoot list={list} first={items[0]?.index ?? 0} last={last} note={footNote} canOpen={onOpen !== undefined} />
      {selectionBar && selected.length > 0 && (
        <div className="sticky bottom-0 bg-card">{selectionBar(selected, clear)}</div>
      )}
    </>
  )
}

/** Loads the next page before the last loaded row comes into view. */
function useNextPage<T>({ hasMore, isLoadingMore, moreFailed, loadMore }: PagedList<T>, last: number, rows: number) {
  useEffect(() => {
    if (hasMore && !isLoadingMore && !moreFailed && last >= rows - 15) loadMore()
  }, [hasMore, isLoadingMore, moreFailed, last, rows, loadMore])
}
