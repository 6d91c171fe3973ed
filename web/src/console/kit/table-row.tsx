// biome-ignore-all lint/a11y/useSemanticElements: table elements laid out as a grid lose their roles in some browsers
import type { CSSProperties, MouseEvent } from 'react'
import { cx } from '../../ui/cx'
import { CheckMark } from './check-mark'
import type { Column } from './columns'

interface TableRowProps<T> {
  id: string
  row: T
  index: number
  columns: Column<T>[]
  template: string
  top: number
  height: number
  /** Shown as a card, on phones, instead of a line of columns. */
  card: boolean
  open: boolean
  isCursor: boolean
  onFocus(): void
  onOpen?(): void
  selection?: { checked: boolean; toggle(): void }
}

/**
 * Whether a click hit the row itself. A click on a control inside the row must not open it, nor a click in a menu or
 * dialog of the row: React passes events of menus and dialogs to the row, although they are elsewhere in the document.
 */
const isOnRow = ({ target, currentTarget }: MouseEvent<Element>) =>
  target instanceof Element && currentTarget.contains(target) && !target.closest('button, a, input, label')

export function TableRow<T>(props: TableRowProps<T>) {
  const { id, row, index, columns, template, top, height, card, open, isCursor, onFocus, onOpen, selection } = props
  const place: CSSProperties = { height, transform: `translateY(${top}px)` }
  const act = onOpen ?? selection?.toggle
  if (card) return <Card {...props} place={place} />
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is a shortcut of the list
    <div
      role="row"
      data-row={id}
      // Counts from 1, and the column heads are row 1.
      aria-rowindex={index + 2}
      aria-current={open || undefined}
      tabIndex={isCursor ? 0 : -1}
      onFocus={onFocus}
      onClick={(event) => isOnRow(event) && act?.()}
      style={{ ...place, gridTemplateColumns: template }}
      className={cx(
        'absolute inset-x-0 grid items-center border-b border-line px-3 -outline-offset-2',
        act && 'cursor-pointer',
        // The palest text colour has too little contrast on the tinted background.
        open || selection?.checked ? 'bg-primary-soft [&_.text-ink-3]:text-ink-2' : 'hover:bg-fill',
      )}
    >
      {selection && (
        <span role="cell" className="grid place-items-center">
          <CheckMark label="选中这一行" checked={selection.checked} onChange={selection.toggle} />
        </span>
      )}
      {columns.map(({ id: column, cell, align }) => (
        <span
          key={column}
          role="cell"
          className={cx('min-w-0 truncate px-2', align === 'right' && 'tabular-nums text-right')}
        >
          {cell(row)}
        </span>
      ))}
    </div>
  )
}

/**
 * Row on phones: title columns, `side` columns beside them, and `line` columns below. A tap opens the details; without
 * details it selects the row.
 */
function Card<T>(props: TableRowProps<T> & { place: CSSProperties }) {
  const { id, open, onOpen, onFocus, selection, place } = props
  const look = 'flex size-full items-center gap-3 px-4 text-left -outline-offset-2'
  return (
    <div role="listitem" style={place} className="absolute inset-x-0 border-t border-line">
      {onOpen ? (
        <button
          type="button"
          data-row={id}
          onFocus={onFocus}
          onClick={onOpen}
          aria-current={open || undefined}
          className={cx(look, 'active:bg-fill')}
        >
          <CardContent {...props} />
        </button>
      ) : selection ? (
        // biome-ignore lint/a11y/noLabelWithoutControl: the check mark is the control
        <label
          data-row={id}
          onFocus={onFocus}
          className={cx(look, selection.checked ? 'bg-primary-soft [&_.text-ink-3]:text-ink-2' : 'active:bg-fill')}
        >
          <CheckMark label="选中这一行" checked={selection.checked} onChange={selection.toggle} />
          <CardContent {...props} />
        </label>
      ) : (
        <div className={look}>
          <CardContent {...props} />
        </div>
      )}
    </div>
  )
}

function CardContent<T>({ row, columns }: Pick<TableRowProps<T>, 'row' | 'columns'>) {
  const at = (where: Column<T>['card']) => columns.filter(({ card }) => card === where)
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex w-full items-center gap-2">
        {at('title').map((column) => (
          <span key={column.id} className="min-w-0 flex-1 truncate text-15 font-semibold">
            {column.cell(row)}
          </span>
        ))}
        {at('side').map((column) => (
          <span key={column.id} className="shrink-0 text-12 text-ink-3">
            {column.cell(row)}
          </span>
        ))}
      </span>
      <span className="flex w-full items-center gap-2 overflow-hidden text-13 whitespace-nowrap text-ink-2">
        {at('line').map((column) => (
          <span key={column.id} className="min-w-0 truncate">
            {column.cell(row)}
          </span>
        ))}
      </span>
    </span>
  )
}
