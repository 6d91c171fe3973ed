import { useCall } from '../../api/use-call'
import { AssignmentRow } from '../../features/assignments/assignment-row'
import { pageUrl } from '../../router/page-url'
import { buttonClass } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { SkeletonRows } from '../../ui/skeleton-shapes'

const columns = 'grid grid-cols-1 gap-2.5 tablet:grid-cols-2 desk:gap-4'

/** 作业: all homework, unfinished homework first. */
export default function AssignmentsPage() {
  const { data, error, refetch } = useCall('GET /v1/assignments', {}, { staleTime: 0 })
  if (!data) {
    if (error) return <Empty type="error" text={error.msg} onRetry={() => refetch()} />
    return (
      <div className="px-4 tablet:pt-2">
        <SkeletonRows count={2} className={columns} />
      </div>
    )
  }
  if (data.list.length === 0)
    return (
      <Empty hint="加入班级后，老师布置的作业会出现在这里">
        <a href={`#${pageUrl('pages/study/class')}`} className={`${buttonClass('line')} min-w-36`}>
          我的班级
        </a>
      </Empty>
    )
  return (
    <ul aria-label="作业" className={`${columns} px-4 pb-10 tablet:pt-2`}>
      {data.list.map((assignment) => (
        <li key={assignment.id}>
          <AssignmentRow assignment={assignment} />
        </li>
      ))}
    </ul>
  )
}
