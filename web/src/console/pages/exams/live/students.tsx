import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import Users from 'lucide-react/icons/users'
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react'
import { ConsoleButton } from '../../../kit/button'
import { FilterSelect } from '../../../kit/fields'
import { FilterBar } from '../../../kit/filter-bar'
import { NoMatchingRows, RegionState } from '../../../kit/states'
import { StudentGrid } from './grid'
import { type LiveFilter, type LiveKind, liveKindNames, needsAttention, shownStudents } from './live-state'
import { StudentTable } from './student-table'
import type { Live } from './use-live'

type Changed = Partial<Record<'kind' | 'class' | 'keyword' | 'view', string>>

interface StudentsProps {
  live: Live
  filter: LiveFilter
  isTable: boolean
  openId: string | undefined
  selected: ReadonlySet<string>
  onFilter(changed: Changed, options?: { replace?: boolean }): void
  onOpen(student: string): void
  onSelect(student: string): void
  bar(ids: string[], clear: () => void): ReactNode
}

/** Students as cells or table rows. Cells stay in place while the pointer or the focus is in the grid. */
export const Students = memo(function Students(props: StudentsProps) {
  const { live, filter, isTable, openId, selected, onFilter, onOpen, onSelect, bar } = props
  const [fixedIds, setFixedIds] = useState<string[] | null>(null)
  const { students } = live
  const { shown, moved } = useMemo(
    () => shownStudents(students, filter, isTable ? null : fixedIds),
    [students, filter, isTable, fixedIds],
  )
  // The user changed the filter, so cells may move now.
  const change = (changed: Changed, replace = false) => {
    setFixedIds(null)
    onFilter(changed, { replace })
  }
  const hold = useCallback(
    (isHeld: boolean) => setFixedIds((before) => (isHeld ? (before ?? shown.map(({ student }) => student)) : null)),
    [shown],
  )
  const empty = <NoStudents filter={filter} onClear={() => change({ kind: '', class: '', keyword: '' })} />
  return (
    <section aria-label="考场" className="min-w-0 flex-1 rounded-card bg-card">
      <StudentFilters live={live} filter={filter} isTable={isTable} shown={shown.length} onChange={change} />
      {moved > 0 && (
        <div role="status" className="flex justify-center bg-primary-soft py-1">
          <ConsoleButton kind="quiet" size="tiny" onClick={() => setFixedIds(null)}>
            名单有 {moved} 处变化，点这里更新
          </ConsoleButton>
        </div>
      )}
      {isTable ? (
        <div className="flex h-150 flex-col">
          <StudentTable
            students={shown}
            questions={live.questions}
            now={live.now}
            openId={openId}
            onOpen={onOpen}
            empty={empty}
            selectionBar={(rows, clear) =>
              bar(
                rows.map(({ student }) => student),
                clear,
              )
            }
          />
        </div>
      ) : shown.length === 0 ? (
        empty
      ) : (
        <div className="px-4 pb-4 desk:px-5">
          <StudentGrid
            students={shown}
            questions={live.questions}
            openId={openId}
            selected={selected}
            onOpen={onOpen}
            onSelect={onSelect}
            onHold={hold}
          />
        </div>
      )}
    </section>
  )
})

function NoStudents({ filter, onClear }: { filter: LiveFilter; onClear(): void }) {
  const { kind, keyword } = filter
  const words = [
    kind && `状态“${kind === 'look' ? '需要关注' : (liveKindNames[kind as LiveKind] ?? kind)}”`,
    filter.class && `班级“${filter.class}”`,
    keyword && `姓名或学号含“${keyword}”`,
  ].filter((text): text is string => Boolean(text))
  if (words.length > 0) return <NoMatchingRows noun="学生" filters={words} onClear={onClear} />
  return (
    <RegionState
      tone="blue"
      icon={<Users size={24} />}
      title="这场考试还没有学生"
      text="班级里有通过认证的学生以后会出现在这里"
    />
  )
}

interface StudentFiltersProps {
  live: Live
  filter: LiveFilter
  isTable: boolean
  shown: number
  onChange(changed: Changed, replace?: boolean): void
}

function StudentFilters({ live, filter, isTable, shown, onChange }: StudentFiltersProps) {
  const { kind, keyword } = filter
  const classes = [...new Set(live.students.map((one) => one.class))]
  const looked = live.students.filter(needsAttention).length
  return (
    <FilterBar
      title={`学生 ${shown}`}
      search={{
        label: '姓名或学号',
        placeholder: '姓名或学号',
        value: keyword,
        onChange: (text) => onChange({ keyword: text }, true),
      }}
    >
      <ConsoleButton
        kind={kind === 'look' ? 'line' : 'soft'}
        size="small"
        aria-pressed={kind === 'look'}
        onClick={() => onChange({ kind: kind === 'look' ? '' : 'look' })}
      >
        需要关注 {looked}
      </ConsoleButton>
      {classes.length > 1 && (
        <FilterSelect
          label="班级"
          value={filter.class}
          onChange={(next) => onChange({ class: next })}
          options={[{ value: '', label: '全部' }, ...classes.map((name) => ({ value: name, label: name }))]}
        />
      )}
      <ConsoleButton
        kind="soft"
        size="small"
        aria-label={isTable ? '看格子' : '看列表'}
        icon={isTable ? <LayoutGrid size={15} /> : <List size={15} />}
        onClick={() => onChange({ view: isTable ? '' : 'table' })}
      />
    </FilterBar>
  )
}
