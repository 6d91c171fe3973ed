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
import { useMemo, useState } from 'react'
import type { PagedList } from '../api/hooks'
import type { Column } from './columns'

const features = tableFeatures({
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
})

interface ModelOptions<T> {
  list: PagedList<T>
  columns: Column<T>[]
  rowId(row: T): string
  hidden: string[]
  /** Id of the sorted column from the URL, with a minus sign for descending. */
  sort: string
}

/** Sorted rows of a table, and the selected rows. */
export function useTableModel<T>({ list, columns, rowId, hidden, sort }: ModelOptions<T>) {
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  // Sorting happens in the browser, so all rows must be loaded.
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
  return {
    canSort,
    rows: table.getRowModel().rows.map((row) => ({
      id: row.id,
      original: row.original as T,
      checked: row.getIsSelected(),
      toggle: () => row.toggleSelected(),
    })),
    selected: table.getSelectedRowModel().rows.map(({ original }) => original as T),
    clear: () => setRowSelection({}),
    all: {
      checked: table.getIsAllRowsSelected(),
      some: table.getIsSomeRowsSelected(),
      toggle: () => table.toggleAllRowsSelected(),
    },
  }
}

export type TableModel<T> = ReturnType<typeof useTableModel<T>>
