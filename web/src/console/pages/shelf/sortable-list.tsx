import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import X from 'lucide-react/icons/x'
import type { KeyboardEvent, ReactNode } from 'react'

interface SortableListProps<T> {
  label: string
  items: readonly T[]
  keyOf(item: T): string
  nameOf(item: T): string
  /** Shown before the name. */
  picture?(item: T): ReactNode
  children?(item: T): ReactNode
  onChange(items: T[]): void
  /** Without it, items cannot be removed. */
  canRemove?: boolean
}

/** Returns the list with one item moved by `by` places; the same list if it cannot move. */
function moved<T>(items: readonly T[], at: number, by: number): T[] {
  const to = at + by
  if (to < 0 || to >= items.length) return [...items]
  const rest = items.toSpliced(at, 1)
  return rest.toSpliced(to, 0, items[at]!)
}

/** List whose order is changed by buttons, or by Alt with the arrow keys. */
export function SortableList<T>(props: SortableListProps<T>) {
  const { label, items, keyOf, nameOf, picture, children, onChange, canRemove } = props
  const onKey = (event: KeyboardEvent, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onChange(moved(items, at, event.key === 'ArrowUp' ? -1 : 1))
  }
  const button = 'tap grid size-9 place-items-center rounded-cover text-ink-2 hover:bg-fill disabled:opacity-30'
  return (
    <ol aria-label={label} className="divide-y divide-line">
      {items.map((item, at) => (
        <li key={keyOf(item)} className="flex min-h-12 items-center gap-2 px-3 py-2">
          <span className="w-6 shrink-0 text-right tabular-nums text-12 text-ink-3">{at + 1}</span>
          {picture?.(item)}
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{nameOf(item)}</span>
            {children?.(item)}
          </span>
          <button
            type="button"
            aria-label={`上移${nameOf(item)}`}
            aria-keyshortcuts="Alt+ArrowUp"
            disabled={at === 0}
            onKeyDown={(event) => onKey(event, at)}
            onClick={() => onChange(moved(items, at, -1))}
            className={button}
          >
            <ArrowUp size={16} />
          </button>
          <button
            type="button"
            aria-label={`下移${nameOf(item)}`}
            aria-keyshortcuts="Alt+ArrowDown"
            disabled={at === items.length - 1}
            onKeyDown={(event) => onKey(event, at)}
            onClick={() => onChange(moved(items, at, 1))}
            className={button}
          >
            <ArrowDown size={16} />
          </button>
          {canRemove && (
            <button
              type="button"
              aria-label={`去掉${nameOf(item)}`}
              onClick={() => onChange(items.filter((one) => one !== item))}
              className={button}
            >
              <X size={16} />
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}
