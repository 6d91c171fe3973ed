import { cx } from '../../ui/cx'

interface PageTabsProps<Id extends string> {
  label: string
  tabs: readonly { id: NoInfer<Id>; name: string }[]
  value: Id
  onChange(id: NoInfer<Id>): void
}

/** Tabs of a page with several lists. */
export function PageTabs<Id extends string>({ label, tabs, value, onChange }: PageTabsProps<Id>) {
  return (
    <fieldset aria-label={label} className="no-scrollbar -mb-1 flex shrink-0 gap-5 overflow-x-auto">
      {tabs.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === value}
          onClick={() => onChange(id)}
          className={cx(
            'flex h-11 shrink-0 items-center border-b-2 px-0.5 text-14 -outline-offset-2',
            id === value ? 'border-primary font-semibold text-primary' : 'border-transparent text-ink-2',
          )}
        >
          {name}
        </button>
      ))}
    </fieldset>
  )
}
