import type { WorkKind } from '@dxx/contract/staff'
import ChevronRight from 'lucide-react/icons/chevron-right'
import History from 'lucide-react/icons/history'
import User from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { cx } from '../../../ui/cx'
import type { StaffData } from '../../api/client'

interface KindTabsProps {
  counts: StaffData<'GET /staff/v1/work_counts'>['kinds'] | undefined
  kind: WorkKind | ''
  mine: boolean
  /** Whether decided work items are listed instead of waiting ones. */
  closed: boolean
  /** Number of answers that wait for a score; undefined if the user may not grade. */
  grading: number | undefined
  onKind(kind: WorkKind | ''): void
  onMine(mine: boolean): void
  onClosed(closed: boolean): void
}

const chip = 'inline-flex h-11 shrink-0 items-center gap-1.5 rounded-full px-3 text-13 whitespace-nowrap desk:h-7.5'

/** Tabs of the kinds of work items that the user may decide, each with the number of waiting items. */
export function KindTabs({ counts, kind, mine, closed, grading, onKind, onMine, onClosed }: KindTabsProps) {
  const total = counts?.reduce((sum, one) => sum + one.waiting, 0)
  const tabs = [{ kind: '' as const, kindName: '全部', waiting: total }, ...(counts ?? [])]
  return (
    <div className="flex items-center gap-2 border-b border-line px-4 py-2.5">
      <fieldset aria-label="种类" className="no-scrollbar flex min-w-0 flex-1 gap-1.5 overflow-x-auto py-0.5">
        {tabs.map((tab) => (
          <button
            key={tab.kind}
            type="button"
            aria-pressed={tab.kind === kind}
            onClick={() => onKind(tab.kind)}
            className={cx(
              chip,
              '-outline-offset-2',
              tab.kind === kind ? 'bg-primary-soft font-semibold text-primary' : 'text-ink-2 hover:bg-fill',
            )}
          >
            {tab.kindName}
            <span className="tabular-nums font-normal">{closed ? '' : (tab.waiting ?? '')}</span>
          </button>
        ))}
        {grading !== undefined && (
          <Link href="/grading" className={cx(chip, '-outline-offset-2 text-ink-2 hover:bg-fill')}>
            待批阅
            <span className="tabular-nums">{grading}</span>
            <ChevronRight size={13} className="-ml-0.5 text-ink-3" />
          </Link>
        )}
      </fieldset>
      <Toggle on={mine} onChange={onMine} icon={<User size={14} />} name="分给我的" />
      <Toggle on={closed} onChange={onClosed} icon={<History size={14} />} name="已处理" />
    </div>
  )
}

interface ToggleProps {
  on: boolean
  onChange(on: boolean): void
  icon: ReactNode
  name: string
}

/** Toggle button. On phones only its icon is shown, because the tabs need the width. */
function Toggle({ on, onChange, icon, name }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={on}
      title={name}
      onClick={() => onChange(!on)}
      className={cx(
        chip,
        'max-desk:w-11 max-desk:justify-center max-desk:px-0',
        on ? 'bg-primary-soft font-semibold text-primary' : 'bg-fill text-ink-2 hover:bg-track',
      )}
    >
      {icon}
      <span className="max-desk:sr-only">{name}</span>
    </button>
  )
}
