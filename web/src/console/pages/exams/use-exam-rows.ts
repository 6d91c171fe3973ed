import { useMemo } from 'react'
import type { StaffInput } from '../../api/client'
import { type PagedList, useStaffList } from '../../api/hooks'
import type { ListRow } from './list-columns'
import type { ListState } from './state-tabs'

export type ExamFilter = Omit<StaffInput<'GET /staff/v1/exam_list'>, 'state' | 'after' | 'limit'>

/** Exams that fit the filters, after the drafts. No drafts if a filter is set that only exams have (class, days). */
export function useExamRows(state: ListState, filter: ExamFilter, hasDrafts: boolean): PagedList<ListRow> {
  const { keyword, ...narrow } = filter
  const isNarrow = Object.values(narrow).some((value) => value !== undefined)
  const wantsDrafts = hasDrafts && (state === 'draft' || (state === '' && !isNarrow))
  const wantsExams = state !== 'draft'
  const examState = state === '' || state === 'draft' ? undefined : state
  const drafts = useStaffList('GET /staff/v1/exam_draft_list', { keyword }, { enabled: wantsDrafts })
  const exams = useStaffList('GET /staff/v1/exam_list', { state: examState, ...filter }, { enabled: wantsExams })
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
