import type { LiveStudent } from '@dxx/contract/calls/staff/exam-control'
import type { ReactNode } from 'react'
import type { PagedList } from '../../../api/hooks'
import { CardLabel } from '../../../kit/card-label'
import type { Column } from '../../../kit/columns'
import { DataTable } from '../../../kit/data-table'
import { StateTag } from '../../../kit/tag'
import { kindStyles } from './kind-style'
import { clockText, formatSeconds, liveKindNames, liveKindOf } from './live-state'

interface StudentTableProps {
  students: LiveStudent[]
  questions: number
  now: number
  openId: string | undefined
  onOpen(student: string): void
  empty: ReactNode
  selectionBar(rows: LiveStudent[], clear: () => void): ReactNode
}

const classColumn: Column<LiveStudent> = {
  id: 'class',
  title: '班级',
  width: 130,
  cell: (row) => row.class,
  sortBy: (row) => row.class,
}

/** The class is a column only if there are several, so that the time left fits into a window of 1280 px. */
const columnsAt = (now: number, questions: number, hasClasses: boolean): Column<LiveStudent>[] => [
  {
    id: 'name',
    title: '姓名',
    width: 100,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ name }) => <b className="truncate font-semibold">{name}</b>,
    sortBy: ({ name }) => name,
  },
  {
    id: 'state',
    title: '状态',
    width: 96,
    fixed: true,
    card: 'side',
    sortBy: (row) => Object.keys(liveKindNames).indexOf(liveKindOf(row)),
    cell: (row) => {
      const { icon: Icon, tone } = kindStyles[liveKindOf(row)]
      return (
        <StateTag tone={tone} icon={<Icon size={12} />}>
          {liveKindNames[liveKindOf(row)]}
        </StateTag>
      )
    },
  },
  {
    id: 'number',
    title: '学号',
    width: 120,
    card: 'line',
    cell: ({ number }) => number,
    sortBy: ({ number }) => number,
  },
  ...(hasClasses ? [classColumn] : []),
  {
    id: 'answered',
    title: '已答',
    width: 76,
    align: 'right',
    card: 'line',
    cell: ({ answered }) => (
      <>
        <CardLabel>已答</CardLabel>
        {answered} / {questions}
      </>
    ),
    sortBy: ({ answered }) => answered,
  },
  {
    id: 'leaves',
    title: '离开',
    width: 64,
    align: 'right',
    cell: ({ leaves }) => (leaves > 0 ? `${leaves} 次` : '–'),
    sortBy: ({ leaves }) => leaves,
  },
  {
    id: 'seen',
    title: '最近联系',
    width: 92,
    align: 'right',
    cell: ({ seenAt, state }) => (state === 'answering' && seenAt !== null ? `${formatSeconds(now - seenAt)}前` : '–'),
    sortBy: ({ seenAt }) => seenAt ?? 0,
  },
  {
    id: 'left',
    title: '还剩',
    width: 90,
    align: 'right',
    card: 'line',
    cell: ({ deadline, state }) =>
      state === 'answering' && deadline !== null ? (
        <>
          <CardLabel>还剩</CardLabel>
          {clockText(Math.max(0, deadline - now))}
        </>
      ) : (
        '–'
      ),
    sortBy: ({ deadline }) => deadline ?? 0,
  },
]

/** The students of `StudentGrid` as a sortable table. */
export function StudentTable({ students, questions, now, openId, onOpen, empty, selectionBar }: StudentTableProps) {
  const list: PagedList<LiveStudent> = {
    rows: students,
    total: students.length,
    error: null,
    isPending: false,
    isOld: false,
    hasMore: false,
    isLoadingMore: false,
    moreFailed: false,
    loadMore: () => {},
    refetch: () => {},
  }
  return (
    <DataTable
      id="exam-live"
      noun="学生"
      list={list}
      columns={columnsAt(now, questions, new Set(students.map((row) => row.class)).size > 1)}
      rowId={({ student }) => student}
      openId={openId}
      onOpen={({ student }) => onOpen(student)}
      empty={empty}
      selectionBar={selectionBar}
    />
  )
}
