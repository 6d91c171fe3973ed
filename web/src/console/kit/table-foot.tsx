import { totalMax } from '@dxx/contract/staff'
import Columns3 from 'lucide-react/icons/columns-3'
import type { ReactNode } from 'react'
import type { PagedList } from '../api/hooks'
import { ConsoleButton } from './button'
import type { Column } from './columns'
import { KeyLabel } from './key'
import { PopMenu } from './menu'

interface TableFootProps<T> {
  list: PagedList<T>
  first: number
  last: number
  note?: ReactNode
  /** Whether rows have details to open. */
  canOpen: boolean
}

/** Foot of a list: key labels, visible range, total, and a retry if the next page failed. */
export function TableFoot<T>({ list, first, last, note, canOpen }: TableFootProps<T>) {
  const { total = 0, rows, moreFailed, isLoadingMore, loadMore } = list
  const sum = total >= totalMax ? `${totalMax} 以上` : String(total)
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1.5 text-12 text-ink-3 desk:px-5">
      <span aria-hidden="true" className="hidden items-center gap-1.5 desk:flex">
        <KeyLabel>J</KeyLabel>
        <KeyLabel>K</KeyLabel>上下移动
        {canOpen && (
          <>
            <span className="w-1.5" />
            <KeyLabel>Enter</KeyLabel>打开
          </>
        )}
      </span>
      <span className="min-w-0 flex-1">{note}</span>
      {moreFailed ? (
        <ConsoleButton kind="line" size="tiny" onClick={loadMore}>
          没有加载完，重试
        </ConsoleButton>
      ) : isLoadingMore ? (
        '正在加载…'
      ) : null}
      <span className="tabular-nums">
        {Math.min(first + 1, rows.length)}–{Math.min(last + 1, rows.length)}，共 {sum}
      </span>
    </div>
  )
}

interface ColumnMenuProps<T> {
  columns: Column<T>[]
  hidden: string[]
  onChange(hidden: string[]): void
}

export function ColumnMenu<T>({ columns, hidden, onChange }: ColumnMenuProps<T>) {
  return (
    <PopMenu
      heading="显示的列"
      trigger={
        <button
          type="button"
          aria-label="选择列"
          title="选择列"
          className="grid size-7.5 place-items-center rounded-cover bg-fill text-ink-2 hover:bg-track"
        >
          <Columns3 size={15} />
        </button>
      }
      choices={columns.map(({ id, title, fixed }) => ({
        label: title,
        checked: !hidden.includes(id),
        disabled: fixed,
        onChange: (show) => onChange(show ? hidden.filter((one) => one !== id) : [...hidden, id]),
      }))}
    />
  )
}
