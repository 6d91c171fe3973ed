import type { ReactNode } from 'react'
import { readStored, writeStored } from '../../state/local-storage'

/** Column of a list. */
export interface Column<T> {
  id: string
  title: string
  cell(row: T): ReactNode
  /** Least width in pixels. */
  width: number
  /** Takes the rest of the width. */
  grows?: boolean
  align?: 'right'
  /** Always shown: the name. */
  fixed?: boolean
  /** Value to sort by; columns without one cannot be sorted. */
  sortBy?(row: T): string | number
  /** Place on the card that a row becomes on phones; without one it is left out there. */
  card?: 'title' | 'side' | 'line'
}

/** Columns that fit the width; those on the right give way first, fixed ones never. */
export function fitColumns<C extends { width: number; fixed?: boolean }>(columns: readonly C[], width: number): C[] {
  const kept = [...columns]
  const needed = () => kept.reduce((sum, column) => sum + column.width, 0)
  for (let at = kept.length - 1; at >= 0 && needed() > width; at--) if (!kept[at]?.fixed) kept.splice(at, 1)
  return kept
}

const storeKey = (table: string) => `dxx-console-columns:${table}`

/** Ids of the hidden columns: from the address, else as chosen the last time. */
export function hiddenColumns(table: string, fromAddress: string): string[] {
  return (fromAddress || readStored(storeKey(table)) || '').split(',').filter((id) => id && id !== 'none')
}

/** Stores the choice and returns its text for the address; `none` says that nothing is hidden, against the stored one. */
export function rememberColumns(table: string, hidden: string[]): string {
  writeStored(storeKey(table), hidden.length > 0 ? hidden.join(',') : null)
  return hidden.length > 0 ? hidden.join(',') : 'none'
}
