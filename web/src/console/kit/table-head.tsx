// biome-ignore-all lint/a11y/useFocusableInteractive: sortable column heads contain a button
// biome-ignore-all lint/a11y/useSemanticElements: table elements laid out as a grid lose their roles in some browsers
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { cx } from '../../ui/cx'
import { CheckMark } from './check-mark'
import type { Column } from './columns'

interface TableHeadProps<T> {
  columns: Column<T>[]
  template: string
  /** Id of the sorted column, with a minus sign for descending; empty for the server's order. */
  sort: string
  canSort: boolean
  onSort(sort: string): void
  all?: { checked: boolean; some: boolean; toggle(): void }
}

/** Sticky column heads. Clicks on a head sort ascending, then descending, then in the server's order again. */
export function TableHead<T>({ columns, template, sort, canSort, onSort, all }: TableHeadProps<T>) {
  const sorted = (id: string) => (sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none')
  const next = { none: '', ascending: '-', descending: null } as const
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        style={{ gridTemplateColumns: template }}
        className="grid h-8.5 items-center bg-fill px-3 text-12 text-ink-3"
      >
        {all && (
          <span role="columnheader" aria-label="选择" className="grid place-items-center">
            <CheckMark label="全选" checked={all.checked} some={all.some} onChange={all.toggle} />
          </span>
        )}
        {columns.map(({ id, title, align, sortBy }) => {
          const state = sorted(id)
          const sign = next[state]
          return (
            <span
              key={id}
              role="columnheader"
              aria-sort={sortBy && canSort ? state : undefined}
              className={cx('truncate px-2', align === 'right' && 'text-right')}
            >
              {sortBy && canSort ? (
                <button
                  type="button"
                  onClick={() => onSort(sign === null ? '' : sign + id)}
                  className="inline-flex items-center gap-1 rounded-tag hover:text-ink"
                >
                  {title}
                  {state === 'ascending' && <ArrowUp size={12} />}
                  {state === 'descending' && <ArrowDown size={12} />}
                </button>
              ) : (
                title
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}
