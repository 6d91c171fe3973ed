import { useCall } from '../../api/use-call'
import { Empty } from '../../ui/empty'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { CurriculumRow } from '../catalogue/curriculum-row'

/** Related books and textbooks. */
export function Related({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /v1/course_ebook', { id })
  if (!data) {
    return error ? <Empty type="error" text={error.msg} onRetry={() => void refetch()} /> : <SkeletonRows count={3} />
  }
  if (data.length === 0) return <Empty />
  return (
    <ul className="space-y-2.5">
      {data.map((item) => (
        <li key={item.id}>
          <CurriculumRow item={item} mixed />
        </li>
      ))}
    </ul>
  )
}
