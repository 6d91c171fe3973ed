import CircleCheck from 'lucide-react/icons/circle-check'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { wholeList } from '../../../api/whole-list'
import { CardLabel } from '../../../kit/card-label'
import type { Column } from '../../../kit/columns'
import { DataTable } from '../../../kit/data-table'
import { RegionState } from '../../../kit/states'
import type { ClassDetail } from '../class-detail'

type Point = StaffData<'GET /staff/v1/class_weak_points'>[number]

const columns: Column<Point>[] = [
  {
    id: 'tag',
    title: '知识点',
    width: 200,
    grows: true,
    fixed: true,
    card: 'title',
    cell: ({ tag }) => <b className="truncate font-semibold">{tag}</b>,
  },
  {
    id: 'wrong',
    title: '错误率',
    width: 220,
    grows: true,
    card: 'side',
    sortBy: ({ wrongPercent }) => wrongPercent,
    cell: ({ wrongPercent }) => (
      <span className="flex items-center gap-2">
        <span aria-hidden="true" className="h-1.5 w-28 overflow-hidden rounded-full bg-track max-desk:hidden">
          <span className="block h-full rounded-full bg-danger" style={{ width: `${wrongPercent}%` }} />
        </span>
        <span className="tabular-nums">
          <CardLabel>错误率</CardLabel>
          {wrongPercent}%
        </span>
      </span>
    ),
  },
  {
    id: 'students',
    title: '答错的学生',
    width: 110,
    align: 'right',
    card: 'line',
    sortBy: ({ students }) => students,
    cell: ({ students }) => (
      <span className="tabular-nums">
        <CardLabel>答错的学生</CardLabel>
        {students} 人
      </span>
    ),
  },
  {
    id: 'answers',
    title: '作答',
    width: 90,
    align: 'right',
    card: 'line',
    sortBy: ({ answers }) => answers,
    cell: ({ answers }) => (
      <span className="tabular-nums text-ink-2">
        <CardLabel>作答</CardLabel>
        {answers} 次
      </span>
    ),
  },
]

/** 错题: knowledge points that the class answers wrong most often. */
export function WeakTab({ of }: { of: ClassDetail }) {
  const query = useStaffCall('GET /staff/v1/class_weak_points', { id: of.id })
  return (
    <DataTable
      id="weak-points"
      noun="知识点"
      list={wholeList(query, query.data)}
      columns={columns}
      rowId={({ tag }) => tag}
      footNote="最近 90 天在练习、测验和已结束的考试里的作答"
      empty={
        <RegionState
          tone="green"
          icon={<CircleCheck size={24} />}
          title="还没有薄弱的知识点"
          text="学生在练习、测验和考试里答错的题，会按知识点汇总在这里"
        />
      }
    />
  )
}
