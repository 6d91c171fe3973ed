import { allGradeCategories, gradeCategories } from '@dxx/contract/rules/gradebook'
import Download from 'lucide-react/icons/download'
import Scale from 'lucide-react/icons/scale'
import SquarePen from 'lucide-react/icons/square-pen'
import { useState } from 'react'
import { cx } from '../../../../ui/cx'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { FilterSelect } from '../../../kit/fields'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import type { ClassDetail } from '../class-detail'
import { ExportGrades } from './export-grades'
import { type Chosen, OverrideDialog } from './override-dialog'
import { WeightsDialog } from './weights-dialog'

type Book = StaffData<'GET /staff/v1/gradebook'>

/** 成绩: the gradebook with weights, dropped scores and overrides. */
export function GradesTab({ of }: { of: ClassDetail }) {
  const canAssign = hasAnyPermission(useSignedInStaff(), ['class.assign'])
  const [{ term }, set] = useUrlState(['term'])
  const { data, error, refetch } = useStaffCall('GET /staff/v1/gradebook', { class: of.id, term: term || undefined })
  const [open, setOpen] = useState<'weights' | 'export' | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (error) return <Failure error={error} noun="成绩册" onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton height={40} />
  const weights = allGradeCategories
    .filter((name) => data.settings[name].weight > 0)
    .map((name) => {
      const { weight, drop } = data.settings[name]
      return `${gradeCategories[name]} ${weight}%${drop > 0 ? `（去掉最低 ${drop} 次）` : ''}`
    })
  return (
    <section aria-label="成绩册" className="flex min-h-0 flex-1 flex-col overflow-hidden rounded-card bg-card">
      <div className="flex flex-wrap items-center gap-2 px-5 py-3">
        {data.terms.length > 0 && (
          <FilterSelect
            label="学期"
            value={data.term ?? 'all'}
            onChange={(next) => set({ term: next })}
            options={[
              ...data.terms.map(({ id, name }) => ({ value: id, label: name })),
              { value: 'all', label: '全部' },
            ]}
          />
        )}
        <span className="min-w-40 flex-1 text-ink-2">总评：{weights.join('，')}</span>
        {canAssign && (
          <ConsoleButton size="small" icon={<Scale size={15} />} onClick={() => setOpen('weights')}>
            权重
          </ConsoleButton>
        )}
        <ConsoleButton size="small" icon={<Download size={15} />} onClick={() => setOpen('export')}>
          导出
        </ConsoleButton>
      </div>
      {data.columns.length === 0 || data.rows.length === 0 ? (
        <RegionState
          tone="blue"
          icon={<Scale size={24} />}
          title={data.term === null ? '还没有成绩' : '这个学期还没有成绩'}
          text="作业截止、考试结束以后，得分会出现在这里"
        />
      ) : (
        <Table data={data} onChoose={canAssign ? setChosen : undefined} />
      )}
      {open === 'weights' && (
        <WeightsDialog
          book={{ class: of.id, term: data.term ?? 'all' }}
          settings={data.settings}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'export' && (
        <ExportGrades book={{ class: of.id, term: data.term ?? 'all' }} onClose={() => setOpen(null)} />
      )}
      {chosen && <OverrideDialog id={of.id} chosen={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

function Table({ data, onChoose }: { data: Book; onChoose?: (chosen: Chosen) => void }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without focus, the keyboard could not scroll the table
    <div tabIndex={0} className="min-h-0 flex-1 overflow-auto -outline-offset-2">
      <table className="w-full border-separate border-spacing-0">
        <thead className="text-12 text-ink-3">
          <tr className="*:sticky *:top-0 *:z-10 *:h-11 *:bg-fill *:font-normal">
            <th scope="col" className="left-0 z-20! px-4 text-left">
              学生
            </th>
            <th scope="col" className="px-3 text-right">
              总评
            </th>
            {data.columns.map(({ id, title, category }) => (
              <th key={id} scope="col" title={title} className="max-w-32 min-w-20 px-2 text-right">
                <span className="block truncate">{title}</span>
                <span className="block text-11">{gradeCategories[category]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.user} className="*:h-10 *:border-t *:border-line">
              <th scope="row" className="sticky left-0 bg-card px-4 text-left font-normal whitespace-nowrap">
                <b className="font-semibold">{row.name}</b>{' '}
                <span className="text-11 tabular-nums text-ink-3">{row.studentNo}</span>
              </th>
              <td className="px-3 text-right font-semibold tabular-nums">{row.total ?? '–'}</td>
              {row.grades.map((grade, at) => {
                const column = data.columns[at]!
                return (
                  <td key={column.id} className="px-1 text-right">
                    <Cell
                      grade={grade}
                      dropped={row.dropped.includes(at)}
                      label={`${row.name}的${column.title}`}
                      onClick={onChoose && (() => onChoose({ row, column, grade }))}
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  grade: Book['rows'][number]['grades'][number]
  dropped: boolean
  label: string
  onClick?: () => void
}

function Cell({ grade: { percent, override }, dropped, label, onClick }: CellProps) {
  const text = (
    <span className={cx('inline-flex items-center gap-1 tabular-nums', dropped && 'text-ink-3 line-through')}>
      {override !== null && <SquarePen size={12} aria-label="老师改过" className="text-amber" />}
      {percent ?? '–'}
    </span>
  )
  if (!onClick) return text
  return (
    <button
      type="button"
      aria-label={`${label} ${percent ?? '没有得分'}${dropped ? '，不计入' : ''}，修改`}
      title={override ?? undefined}
      onClick={onClick}
      className="h-9 w-full rounded-tag px-1 text-right hover:bg-fill"
    >
      {text}
    </button>
  )
}
