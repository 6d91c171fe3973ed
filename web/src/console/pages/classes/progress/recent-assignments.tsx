import { Link } from 'wouter'
import { useStaffCall } from '../../../api/hooks'
import { timeText } from '../../../kit/time'
import type { ClassDetail } from '../class-detail'

const shownMax = 4

/** Newest homework of the class, with how many have done it. */
export function RecentAssignments({ of }: { of: ClassDetail }) {
  const { data = [] } = useStaffCall('GET /staff/v1/assignment_list', { class: of.id })
  const now = Date.now() / 1000
  return (
    <section aria-label="作业" className="rounded-card bg-card px-4 py-3">
      <h2 className="flex items-baseline text-15 font-semibold">
        作业
        <Link
          href={`/classes/${of.id}/assignments`}
          className="tap ml-auto rounded-tag text-12 font-semibold text-primary"
        >
          全部 {data.length} ›
        </Link>
      </h2>
      {data.length === 0 && <p className="mt-1 text-ink-3">还没有布置作业</p>}
      <ul className="mt-1">
        {data.slice(0, shownMax).map(({ id, title, done, students, dueAt }) => (
          <li key={id} className="py-1.5">
            <Link href={`/classes/${of.id}/assignments?open=${id}`} className="block rounded-tag hover:text-primary">
              <span className="flex gap-2">
                <b className="min-w-0 flex-1 truncate font-semibold">{title}</b>
                <span className="tabular-nums">
                  {done} / {students}
                </span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-1.5 overflow-hidden rounded-full bg-track">
                <span
                  className="block h-full rounded-full bg-primary"
                  style={{ width: `${students === 0 ? 0 : (done * 100) / students}%` }}
                />
              </span>
              <span className="text-12 text-ink-3">
                {timeText(dueAt)} {dueAt < now ? '已截止' : '截止'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
