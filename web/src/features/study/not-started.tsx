import type { ReactNode } from 'react'
import { usePagedCall } from '../../api/use-paged-call'
import { SkeletonRows } from '../../ui/skeleton-shapes'
import { useShowBook } from '../catalogue/use-show-book'
import { StudyRow, studyGrid } from './study-row'

/** What the user owns and has not started, for a user who is in the middle of nothing; otherwise `children`. */
export function NotStarted({ children }: { children: ReactNode }) {
  const showBook = useShowBook()
  const courses = usePagedCall('GET /v130/study_course', {})
  const books = usePagedCall('GET /v130/study_library', {}, { enabled: showBook })
  const lists = showBook ? [books, courses] : [courses]
  if (lists.some(({ answer, error }) => !answer && !error)) return <SkeletonRows className={studyGrid} />
  const items = lists.flatMap(({ list }) => list).filter(({ progress, percent }) => !progress && percent === 0)
  if (items.length === 0) return children
  return (
    <section aria-labelledby="not-started">
      <h2 id="not-started" className="pt-1 pb-2.5 text-14 text-ink-2">
        已经拥有，还没开始
      </h2>
      <ul className={studyGrid}>
        {items.map((item) => (
          <li key={item.id}>
            <StudyRow item={item} />
          </li>
        ))}
      </ul>
    </section>
  )
}
