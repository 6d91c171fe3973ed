import type { ReactNode } from 'react'
import { readStored, writeStored } from '../../state/local-storage'

/** Column of a list. */
export interface Column<T> {
  id: string
  title: string
  cell(row: T): ReactNode
  /** Minimum width in pixels. */
  width: number
  /** The column takes the remaining width. */
  grows?: boolean
  align?: 'right'
  /** Never dropped for lack of width. */
  fixed?: boolean
  /** Value to sort by; a column without this function cannot be sorted. */
  sortBy?(row: T): string | number
  /** Place of the column on the card that replaces the row on phones; undefined: not on the card. */
  card?: 'title' | 'side' | 'line'
}

/** Columns that fit the width: drops columns from the right, but never fixed ones. */
export function fitColumns<C extends { width: number; fixed?: boolean }>(columns: readonly C[], width: number): C[] {
  const shown = [...columns]
  const needed = () => shown.reduce((sum, column) => sum + column.width, 0)
  for (let at = shown.length - 1; at >= 0 && needed() > width; at--) if (!shown[at]?.fixed) shown.splice(at, 1)
  return shown
}

const storeKey = (table: string) => `dxx-console-columns:${table}`

/** Ids of the hidden columns: from the URL, otherwise the stored choice. */
export function hiddenColumns(table: string, fromAddress: string): string[] {
  return (fromAddress || readStored(storeKey(table)) || '').split(',').filter((id) => id && id !== 'none')
}

/** Stores the choice and returns its text for the URL. `none`: no column is hidden, whatever is stored. */
export function rememberColumns(table: string, hidden: string[]): string {
  writeStored(storeKey(table), hidden.length > 0 ? hidden.join(',') : null)
  return hidden.length > 0 ? hidden.join(',') : 'none'
}
