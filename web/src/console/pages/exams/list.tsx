import Copy from 'lucide-react/icons/copy'
import FileCheck from 'lucide-react/icons/file-check'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { toast } from '../../../state/flash'
import { useStaffAction, useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { ConsoleButton } from '../../kit/button'
import { DataTable } from '../../kit/data-table'
import { FilterBar } from '../../kit/filter-bar'
import { PageHead } from '../../kit/page-head'
import { useShortcut } from '../../kit/shortcuts'
import { NoMatchingRows, RegionState } from '../../kit/states'
import { offerUndo } from '../../kit/undo'
import { CopyDialog } from './copy-dialog'
import { listColumns, rowId, rowPath } from './list-columns'
import { ExamFilterFields, useExamFilters } from './list-filters'
import { StateTabs } from './state-tabs'
import { useExamRows } from './use-exam-rows'

const lists = ['GET /staff/v1/exam_draft_list', 'GET /staff/v1/exam_list'] as const

/** Actions that create an empty or copied draft, or delete a draft. */
function useDraftActions() {
  const [, go] = useLocation()
  const create = useStaffAction('POST /staff/v1/exam_draft_create', {
    changes: [...lists],
    onDone: ({ id, note }) => {
      if (note) toast(note)
      go(`/exams/drafts/${id}`)
    },
  })
  const restore = useStaffAction('POST /staff/v1/exam_draft_delete', { changes: [...lists] })
  const remove = useStaffAction('POST /staff/v1/exam_draft_delete', {
    changes: [...lists],
    onDone: (_, { id }) => offerUndo('已删除草稿，30 天内可以找回', () => void restore.run({ id, undo: true })),
  })
  return { create, remove }
}

/** 考试: drafts and exams by state, each with its next action. */
export function StaffExamList() {
  const me = useSignedInStaff()
  const [, go] = useLocation()
  const canManage = hasAnyPermission(me, ['exam.manage'])
  const canGrade = hasAnyPermission(me, ['exam.grade'])
  const filters = useExamFilters()
  const { state, filter, words, values, set } = filters
  const list = useExamRows(state, filter, canManage)
  const { data: sums } = useStaffCall('GET /staff/v1/exam_list', { limit: 1 })
  const [copies, setCopies] = useState(false)
  const { create, remove } = useDraftActions()
  useShortcut('n', '新建考试', () => void create.run({}), { enabled: canManage })
  const columns = listColumns({
    canManage,
    canGrade,
    onCopy: (row) => void create.run(row.kind === 'exam' ? { exam: row.exam.id } : { draft: row.draft.id }),
    onDelete: ({ id }) => void remove.run({ id }),
  })
  return (
    <>
      <PageHead
        title="考试"
        facts={sums && `进行中 ${sums.counts.running} 场，待批阅 ${sums.counts.marking} 场`}
        actions={
          canManage && (
            <>
              <ConsoleButton kind="page" icon={<Copy size={16} />} onClick={() => setCopies(true)}>
                从旧卷复制
              </ConsoleButton>
              <ConsoleButton
                kind="primary"
                icon={<Plus size={16} />}
                hotkey="N"
                loading={create.running}
                onClick={() => void create.run({})}
              >
                新建考试
              </ConsoleButton>
            </>
          )
        }
      />
      <DataTable
        id="exams"
        noun="考试"
        list={list}
        columns={columns}
        rowHeight={56}
        rowId={rowId}
        onOpen={(row) => go(rowPath(row))}
        empty={
          words.length > 0 ? (
            <NoMatchingRows noun="考试" filters={words} onClear={filters.clear} />
          ) : (
            <NoExams onCreate={canManage ? () => void create.run({}) : undefined} />
          )
        }
        bar={(columnMenu) => (
          <>
            <StateTabs
              counts={sums?.counts}
              state={state}
              hasDrafts={canManage}
              onState={(next) => set({ state: next })}
            />
            <FilterBar
              search={{
                label: '考试名称或班级',
                placeholder: '考试名称、班级',
                value: values.keyword,
                onChange: (next) => set({ keyword: next }, { replace: true }),
              }}
              tools={
                <>
                  <Legend />
                  {columnMenu}
                </>
              }
            >
              {state !== 'draft' && <ExamFilterFields filters={filters} />}
            </FilterBar>
          </>
        )}
      />
      {copies && (
        <CopyDialog
          onClose={() => setCopies(false)}
          running={create.running}
          onChoose={(exam) => void create.run({ exam })}
        />
      )}
    </>
  )
}

function NoExams({ onCreate }: { onCreate?: () => void }) {
  return (
    <RegionState
      tone="blue"
      icon={<FileCheck size={24} />}
      title="还没有考试"
      text={onCreate ? '在电脑上从题库选题组卷，发布给班级' : '教师发布考试以后会出现在这里'}
    >
      {onCreate && (
        <ConsoleButton kind="primary" size="small" className="max-desk:hidden" onClick={onCreate}>
          新建第一场考试
        </ConsoleButton>
      )}
    </RegionState>
  )
}

function Legend() {
  const dots = [
    ['已交', 'bg-success'],
    ['作答中', 'bg-primary'],
    ['缺考', 'bg-price'],
  ]
  return (
    <span aria-hidden="true" className="ml-auto flex items-center gap-3 text-12 text-ink-3 max-desk:hidden">
      {dots.map(([name, tone]) => (
        <span key={name} className="flex items-center gap-1.5">
          <span className={`size-2 rounded-full ${tone}`} />
          {name}
        </span>
      ))}
    </span>
  )
}
