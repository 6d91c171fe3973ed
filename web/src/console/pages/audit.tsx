import Download from 'lucide-react/icons/download'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { toast } from '../../state/flash'
import { useStaffAction, useStaffCall, useStaffList } from '../api/hooks'
import { useUrlState } from '../kit/address'
import { ConsoleButton } from '../kit/button'
import { DataTable } from '../kit/data-table'
import { FilterSelect } from '../kit/fields'
import { ClearFilters, FilterBar } from '../kit/filter-bar'
import { PageHead } from '../kit/page-head'
import { saveText } from '../kit/save-text'
import { EmptyList } from '../kit/states'
import { dayEnd, dayStart } from '../kit/time'
import { auditColumns } from './audit/columns'
import { DateRange } from './audit/date-range'
import { EntryPane } from './audit/entry-pane'

const names = ['keyword', 'person', 'call', 'kind', 'target', 'from', 'to'] as const
const all = { value: '', label: '全部' }

type Filters = Record<(typeof names)[number], string>

/** Options of the filters, and the set filters as text. */
function useAuditFilters(filters: Filters) {
  const { data: known } = useStaffCall('GET /staff/v1/audit_filters', {})
  const people = [all, ...(known?.people ?? []).map((one) => ({ value: one.id, label: one.name }))]
  const calls = [all, ...(known?.calls ?? []).map((one) => ({ value: one.call, label: one.name }))]
  const kinds = [all, ...(known?.targetKinds ?? []).map((one) => ({ value: one.kind, label: one.name }))]
  const nameOf = (options: { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value
  const words = [
    filters.keyword && `“${filters.keyword}”`,
    filters.person && `人“${nameOf(people, filters.person)}”`,
    filters.call && `操作“${nameOf(calls, filters.call)}”`,
    filters.kind && `对象“${nameOf(kinds, filters.kind)}”`,
    filters.target && '同一个对象',
    filters.from && `从 ${filters.from}`,
    filters.to && `到 ${filters.to}`,
  ].filter((text): text is string => Boolean(text))
  return { options: { people, calls, kinds }, words }
}

/** 操作记录: audit log of who did what to what, with the values before and after. Read-only. */
export function AuditPage({ id }: { id?: string }) {
  const [filters, setFilters] = useUrlState([...names, 'row'])
  const input = {
    keyword: filters.keyword || undefined,
    person: filters.person || undefined,
    call: filters.call || undefined,
    targetKind: filters.kind || undefined,
    targetId: filters.target || undefined,
    from: dayStart(filters.from),
    to: dayEnd(filters.to),
  }
  const list = useStaffList('GET /staff/v1/audit_list', input)
  const download = useStaffAction('POST /staff/v1/audit_export', {
    onDone: ({ fileName, csv, rows, truncated }) => {
      saveText(fileName, csv, 'text/csv')
      toast(truncated ? `已导出最近 ${rows} 条，更早的请缩小时间范围` : `已导出 ${rows} 条`)
    },
  })
  const { options, words } = useAuditFilters(filters)
  const clear = () => setFilters({ keyword: '', person: '', call: '', kind: '', target: '', from: '', to: '', row: '' })
  const row = filters.row || id
  const opened = list.rows.find((entry) => String(entry.id) === row)

  return (
    <>
      <PageHead
        title="操作记录"
        facts="只增不改，保存 3 年；每条带前一条的校验值"
        actions={
          <ConsoleButton
            kind="page"
            icon={<Download size={16} />}
            loading={download.running}
            disabled={!list.total}
            onClick={() => void download.run(input)}
          >
            导出{words.length > 0 ? '筛选结果' : ''}
          </ConsoleButton>
        }
      />
      <div className="flex min-h-0 flex-1 gap-4">
        <DataTable
          id="audit"
          noun="操作记录"
          list={list}
          columns={auditColumns}
          rowId={(entry) => String(entry.id)}
          openId={row}
          onOpen={(entry) => setFilters({ row: String(entry.id) }, { replace: Boolean(row) })}
          empty={
            <EmptyList
              noun="操作记录"
              filters={words}
              onClear={clear}
              icon={<History size={24} />}
              title="还没有操作记录"
              text="员工的每次改动都会记在这里"
            />
          }
          bar={(columnMenu) => (
            <AuditFilters filters={filters} options={options} set={setFilters} tools={columnMenu}>
              <ClearFilters count={words.length} onClear={clear} />
            </AuditFilters>
          )}
        />
        <EntryPane
          open={Boolean(row)}
          entry={opened}
          loading={list.isPending}
          onClose={() => setFilters({ row: '' })}
          onSameTarget={({ target }) => setFilters({ kind: target.kind, target: target.id })}
        />
      </div>
    </>
  )
}

interface AuditFiltersProps {
  filters: Filters
  options: ReturnType<typeof useAuditFilters>['options']
  set(changed: Partial<Filters>, options?: { replace: boolean }): void
  tools: ReactNode
  /** Shown after the filters. */
  children: ReactNode
}

function AuditFilters({ filters, options, set, tools, children }: AuditFiltersProps) {
  return (
    <FilterBar
      search={{
        label: '对象、原因或编号',
        placeholder: '对象、原因、编号',
        value: filters.keyword,
        onChange: (keyword) => set({ keyword }, { replace: true }),
      }}
      tools={tools}
    >
      <FilterSelect label="人" value={filters.person} onChange={(person) => set({ person })} options={options.people} />
      <FilterSelect label="操作" value={filters.call} onChange={(call) => set({ call })} options={options.calls} />
      <FilterSelect
        label="对象"
        value={filters.kind}
        onChange={(kind) => set({ kind, target: '' })}
        options={options.kinds}
      />
      <DateRange from={filters.from} to={filters.to} onChange={set} />
      {children}
    </FilterBar>
  )
}
