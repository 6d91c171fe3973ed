import Copy from 'lucide-react/icons/copy'
import FileCheck from 'lucide-react/icons/file-check'
import Plus from 'lucide-react/icons/plus'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { type PagedList, useStaff, useStaffAction, useStaffList } from '../../api/hooks'
import { mayAny, useMe } from '../../frame/me'
import { useAddress } from '../../kit/address'
import { Act } from '../../kit/button'
import { DataTable } from '../../kit/data-table'
import { FilterBar } from '../../kit/filter-bar'
import { PageHead } from '../../kit/page-head'
import { useShortcut } from '../../kit/shortcuts'
import { NoHit, RegionState } from '../../kit/states'
import { offerUndo } from '../../kit/undo'
import { CopyDialog } from './copy-dialog'
import { type ListRow, listColumns, rowId, rowPath } from './list-columns'
import { type ListState, listStates, StateTabs } from './state-tabs'

/** Exams of the filters, with drafts before them where they belong to the state. */
function useRows(state: ListState, keyword: string, hasDrafts: boolean): PagedList<ListRow> {
  const wantsDrafts = hasDrafts && (state === '' || state === 'draft')
  const wantsExams = state !== 'draft'
  const examState = state === '' || state === 'draft' ? undefined : state
  const drafts = useStaffList(
    'GET /staff/v1/exam_draft_list',
    { keyword: keyword || undefined },
    { enabled: wantsDrafts },
  )
  const exams = useStaffList(
    'GET /staff/v1/exam_list',
    { state: examState, keyword: keyword || undefined },
    { enabled: wantsExams },
  )
  const isWaiting = wantsDrafts && (drafts.isPending || drafts.hasMore)
  const rows = useMemo<ListRow[]>(
    () => [
      ...(wantsDrafts ? drafts.rows.map((draft) => ({ kind: 'draft' as const, draft })) : []),
      ...(wantsExams && !isWaiting ? exams.rows.map((exam) => ({ kind: 'exam' as const, exam })) : []),
    ],
    [wantsDrafts, wantsExams, isWaiting, drafts.rows, exams.rows],
  )
  const used = [wantsDrafts && drafts, wantsExams && exams].filter((list) => list !== false)
  const growing = used.find(({ hasMore }) => hasMore)
  return {
    rows,
    total: used.some(({ total }) => total === undefined)
      ? undefined
      : used.reduce((sum, { total }) => sum + (total ?? 0), 0),
    error: used.find(({ error }) => error)?.error ?? null,
    isPending: used.some(({ isPending }) => isPending),
    isOld: used.some(({ isOld }) => isOld),
    hasMore: growing !== undefined,
    isLoadingMore: used.some(({ isLoadingMore }) => isLoadingMore),
    moreFailed: used.some(({ moreFailed }) => moreFailed),
    loadMore: () => growing?.loadMore(),
    refetch: () => {
      for (const list of used) list.refetch()
    },
  }
}

/** 考试: drafts and exams by state, each with its next step. */
export function ExamList() {
  const me = useMe()
  const [, go] = useLocation()
  const canManage = mayAny(me, ['exam.manage'])
  const canGrade = mayAny(me, ['exam.grade'])
  const [{ state: asked, keyword }, setFilters] = useAddress(['state', 'keyword'])
  const state = listStates.find((one) => one.state === asked)?.state ?? ''
  const list = useRows(state, keyword, canManage)
  const { data: sums } = useStaff('GET /staff/v1/exam_list', { limit: 1 })
  const [copies, setCopies] = useState(false)

  const lists = ['GET /staff/v1/exam_draft_list', 'GET /staff/v1/exam_list'] as const
  const create = useStaffAction('POST /staff/v1/exam_draft_create', {
    changes: [...lists],
    onDone: ({ id }) => go(`/exams/drafts/${id}`),
  })
  const restore = useStaffAction('POST /staff/v1/exam_draft_delete', { changes: [...lists] })
  const remove = useStaffAction('POST /staff/v1/exam_draft_delete', {
    changes: [...lists],
    onDone: (_, { id }) => offerUndo('已删除草稿，30 天内可以找回', () => void restore.run({ id, undo: true })),
  })
  useShortcut('n', '新建考试', () => void create.run({}), { enabled: canManage })

  const columns = listColumns({
    canManage,
    canGrade,
    onCopy: (row) => void create.run(row.kind === 'exam' ? { exam: row.exam.id } : { draft: row.draft.id }),
    onDelete: ({ id }) => void remove.run({ id }),
  })
  const words = [
    state && `状态“${listStates.find((one) => one.state === state)?.name}”`,
    keyword && `名称或班级含“${keyword}”`,
  ].filter((text): text is string => Boolean(text))
  return (
    <>
      <PageHead
        title="考试"
        facts={sums && `进行中 ${sums.counts.running} 场，待批阅 ${sums.counts.marking} 场`}
        actions={
          canManage && (
            <>
              <Act kind="page" icon={<Copy size={16} />} onClick={() => setCopies(true)}>
                从旧卷复制
              </Act>
              <Act
                kind="primary"
                icon={<Plus size={16} />}
                hotkey="N"
                loading={create.running}
                onClick={() => void create.run({})}
              >
                新建考试
              </Act>
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
            <NoHit noun="考试" filters={words} onClear={() => setFilters({ state: '', keyword: '' })} />
          ) : (
            <RegionState
              tone="blue"
              icon={<FileCheck size={24} />}
              title="还没有考试"
              text={canManage ? '从题库选题组卷，发布给班级' : '教师发布考试以后会出现在这里'}
            >
              {canManage && (
                <Act kind="primary" size="small" onClick={() => void create.run({})}>
                  新建第一场考试
                </Act>
              )}
            </RegionState>
          )
        }
        bar={(columnMenu) => (
          <>
            <StateTabs
              counts={sums?.counts}
              state={state}
              hasDrafts={canManage}
              onState={(next) => setFilters({ state: next })}
            />
            <FilterBar
              search={{
                label: '考试名称或班级',
                placeholder: '考试名称、班级',
                value: keyword,
                onChange: (next) => setFilters({ keyword: next }, { replace: true }),
              }}
              tools={
                <>
                  <Legend />
                  {columnMenu}
                </>
              }
            />
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
