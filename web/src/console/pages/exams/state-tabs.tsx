import { cx } from '../../../ui/cx'
import type { StaffData } from '../../api/client'

type Counts = StaffData<'GET /staff/v1/exam_list'>['counts']
export type ListState = '' | keyof Counts

export const listStates: { state: ListState; name: string }[] = [
  { state: '', name: '全部' },
  { state: 'draft', name: '草稿' },
  { state: 'scheduled', name: '未开始' },
  { state: 'running', name: '进行中' },
  { state: 'marking', name: '待批阅' },
  { state: 'finished', name: '已结束' },
  { state: 'withdrawn', name: '已撤回' },
]

interface StateTabsProps {
  counts: Counts | undefined
  state: ListState
  /** Whether drafts are listed; false for staff who may only see results. */
  hasDrafts: boolean
  onState(state: ListState): void
}

/** Tabs of the exam states, each with the number of exams. */
export function StateTabs({ counts, state, hasDrafts, onState }: StateTabsProps) {
  const countOf = (one: ListState) => {
    if (!counts) return ''
    if (one) return counts[one]
    return Object.values(counts).reduce((sum, count) => sum + count, 0) - (hasDrafts ? 0 : counts.draft)
  }
  return (
    <fieldset
      aria-label="状态"
      className="no-scrollbar flex shrink-0 gap-5 overflow-x-auto border-b border-line px-4 desk:px-5"
    >
      {listStates
        .filter((tab) => hasDrafts || tab.state !== 'draft')
        .map((tab) => (
          <button
            key={tab.state}
            type="button"
            aria-pressed={tab.state === state}
            onClick={() => onState(tab.state)}
            className={cx(
              'flex h-11 shrink-0 items-center gap-1.5 border-b-2 text-14 -outline-offset-2',
              tab.state === state ? 'border-primary font-semibold text-primary' : 'border-transparent text-ink-2',
            )}
          >
            {tab.name}
            <span className="tabular-nums text-12 font-normal">{countOf(tab.state)}</span>
          </button>
        ))}
    </fieldset>
  )
}
