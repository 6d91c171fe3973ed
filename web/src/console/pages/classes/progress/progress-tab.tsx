import BookOpen from 'lucide-react/icons/book-open'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { cx } from '../../../../ui/cx'
import { useStaffCall } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { useUrlState } from '../../../kit/address'
import { ConsoleButton } from '../../../kit/button'
import { FilterSelect } from '../../../kit/fields'
import { FilterBar } from '../../../kit/filter-bar'
import { Failure, RegionState, TableSkeleton } from '../../../kit/states'
import type { ClassDetail } from '../class-detail'
import { MessageDialog } from '../message-dialog'
import { Attention } from './attention'
import { Heatmap } from './heatmap'
import { RecentAssignments } from './recent-assignments'
import { WeeklyTrend } from './weekly-trend'

const reminder = { title: '记得学习', text: '最近的进度落后了，请这两天补上；有困难随时告诉我。' }

/** 名册与进度: students and chapters as a heat map, with homework and students who need attention beside it. */
export function ProgressTab({ of }: { of: ClassDetail }) {
  const me = useSignedInStaff()
  const canWrite = hasAnyPermission(me, ['class.message'])
  const [{ item, keyword, behind: onlyBehind }, set] = useUrlState(['item', 'keyword', 'behind'])
  const { data: attention = [] } = useStaffCall('GET /staff/v1/class_attention', { id: of.id })
  const behind = new Set(attention.map(({ studentNo }) => studentNo))
  const { data: curricula, error, refetch } = useStaffCall('GET /staff/v1/class_curricula', { id: of.id })
  const shown = curricula?.find(({ id }) => id === item) ?? curricula?.[0]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isWriting, setWriting] = useState(false)
  if (error) return <Failure error={error} noun="进度" onRetry={() => void refetch()} />
  if (!curricula) return <TableSkeleton height={40} />
  return (
    <div className="flex min-h-0 flex-1 gap-4 max-wide:flex-col">
      <section
        aria-label="学习进度"
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden rounded-card bg-card max-wide:min-h-96"
      >
        <FilterBar
          search={{
            label: '姓名或学号',
            placeholder: '姓名、学号',
            value: keyword,
            onChange: (next) => set({ keyword: next }, { replace: true }),
          }}
        >
          {curricula.length > 0 && (
            <FilterSelect
              label="内容"
              value={shown?.id ?? ''}
              onChange={(next) => set({ item: next })}
              options={curricula.map(({ id, title }) => ({ value: id, label: title }))}
            />
          )}
          {(behind.size > 0 || onlyBehind) && (
            <button
              type="button"
              aria-pressed={onlyBehind !== ''}
              onClick={() => set({ behind: onlyBehind ? '' : 'yes' })}
              className={cx(
                'inline-flex h-11 shrink-0 items-center gap-1.5 rounded-cover px-3 text-13 desk:h-7.5',
                onlyBehind ? 'bg-primary-soft font-semibold text-primary' : 'bg-fill text-ink',
              )}
            >
              <TriangleAlert size={14} aria-hidden="true" />
              落后的 {behind.size}
            </button>
          )}
        </FilterBar>
        {shown ? (
          <Heatmap
            classId={of.id}
            curriculum={shown.id}
            keyword={keyword}
            behind={behind}
            onlyBehind={onlyBehind !== ''}
            chosen={chosen}
            onChoose={canWrite ? setChosen : undefined}
          />
        ) : (
          <RegionState
            tone="blue"
            icon={<BookOpen size={24} />}
            title="还没有学习记录"
            text="布置作业后，这里按章节显示每个学生做到哪里"
          />
        )}
        {chosen.size > 0 && (
          <div className="flex flex-wrap items-center gap-2 border-t border-line bg-primary-soft px-5 py-2">
            <span className="flex-1 font-semibold text-primary">已选 {chosen.size} 人</span>
            <ConsoleButton kind="amber" size="small" onClick={() => setWriting(true)}>
              提醒学习
            </ConsoleButton>
            <ConsoleButton kind="page" size="small" onClick={() => setChosen(new Set())}>
              取消选择
            </ConsoleButton>
          </div>
        )}
      </section>
      <Beside of={of} onChoose={canWrite ? (numbers) => setChosen(new Set(numbers)) : undefined} />
      {isWriting && (
        <MessageDialog
          id={of.id}
          name={of.name}
          students={[...chosen]}
          count={of.verified}
          draft={reminder}
          onClose={() => setWriting(false)}
          onDone={() => setChosen(new Set())}
        />
      )}
    </div>
  )
}

interface BesideProps {
  of: ClassDetail
  /** Chooses students by their numbers. Without it, students cannot be chosen. */
  onChoose?(numbers: string[]): void
}

/** Trend, homework and students who need attention, beside the heat map. */
function Beside({ of, onChoose }: BesideProps) {
  return (
    <aside
      aria-label="趋势与关注"
      className="flex w-75 shrink-0 flex-col gap-3.5 overflow-y-auto max-wide:w-full max-wide:overflow-visible"
    >
      <WeeklyTrend of={of} />
      <RecentAssignments of={of} />
      <Attention of={of} onChoose={onChoose} />
    </aside>
  )
}
