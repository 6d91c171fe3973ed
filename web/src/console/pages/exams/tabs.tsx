import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { Permission } from '@dxx/contract/staff'
import { type ComponentType, lazy } from 'react'

export interface ExamTab {
  /** Last URL segment; empty for the first tab. */
  path: string
  title: string
  permissions: readonly Permission[]
  Tab: ComponentType<{ exam: StaffExam }>
}

/** Tabs of the page of one exam, in order. */
export const examTabs: readonly ExamTab[] = [
  {
    path: '',
    title: '概览',
    permissions: ['exam.manage', 'exam.results'],
    Tab: lazy(async () => ({ default: (await import('./overview/overview')).OverviewTab })),
  },
  {
    path: 'live',
    title: '监控',
    permissions: ['exam.manage'],
    Tab: lazy(async () => ({ default: (await import('./live/live')).LiveTab })),
  },
  {
    path: 'results',
    title: '成绩',
    permissions: ['exam.results'],
    Tab: lazy(async () => ({ default: (await import('./results/results-tab')).ResultsTab })),
  },
  {
    path: 'analysis',
    title: '题目分析',
    permissions: ['exam.results'],
    Tab: lazy(async () => ({ default: (await import('./analysis/analysis-tab')).AnalysisTab })),
  },
  {
    path: 'regrade',
    title: '改评分',
    permissions: ['exam.manage', 'exam.results'],
    Tab: lazy(async () => ({ default: (await import('./regrade/regrade-tab')).RegradeTab })),
  },
  {
    path: 'appeals',
    title: '复核申请',
    permissions: ['exam.manage', 'exam.results'],
    Tab: lazy(async () => ({ default: (await import('./appeals/appeals-tab')).AppealsTab })),
  },
]
