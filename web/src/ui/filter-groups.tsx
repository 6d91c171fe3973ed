import { cx } from './cx'

export interface FilterOption {
  key: string
  title: string
  count: number
  on: boolean
  onToggle(): void
}

export interface FilterGroup {
  label: string
  options: readonly FilterOption[]
}

/**
 * Filters with counts; a second tap clears a choice. On phones a line of chips per group, in wider windows a column with
 * labelled groups for the left side of the page.
 */
export function FilterGroups({ groups }: { groups: readonly FilterGroup[] }) {
  return (
    <div className="tablet:space-y-4 tablet:rounded-card tablet:bg-card tablet:p-4">
      {groups
        .filter(({ options }) => options.length > 0)
        .map(({ label, options }) => (
          <fieldset key={label} aria-label={label} className="min-w-0">
            <p aria-hidden="true" className="mb-1 hidden text-12 text-ink-3 tablet:block">
              {label}
            </p>
            <div className="no-scrollbar flex gap-2 overflow-x-auto py-1.5 tablet:flex-col tablet:gap-0.5 tablet:overflow-visible tablet:py-0">
              {options.map(({ key, title, count, on, onToggle }) => (
                <button
                  key={key}
                  type="button"
                  aria-pressed={on}
                  onClick={onToggle}
                  className={cx(
                    'tap flex min-h-8 max-w-56 shrink-0 items-center gap-1 rounded-full px-3 text-13 transition-colors tablet:max-w-none tablet:justify-between tablet:rounded-item tablet:text-left',
                    on
                      ? 'bg-primary text-on-primary'
                      : 'bg-card text-ink-2 tablet:bg-transparent tablet:hover:bg-fill tablet:active:bg-track',
                  )}
                >
                  <span className="min-w-0 truncate tablet:whitespace-normal">{title}</span>{' '}
                  <span className="tabular-nums">{count}</span>
                </button>
              ))}
            </div>
          </fieldset>
        ))}
    </div>
  )
}
