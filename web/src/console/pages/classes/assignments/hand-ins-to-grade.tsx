import FileText from 'lucide-react/icons/file-text'
import { Link } from 'wouter'
import { useStaffCall } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { TintIcon } from '../../../kit/tag'
import { timeText } from '../../../kit/time'

/** Homework with hand-ins that wait for a score, for the list of the grading room. */
export function HandInsToGrade() {
  const canSee = hasAnyPermission(useSignedInStaff(), ['class.view'])
  const { data = [] } = useStaffCall('GET /staff/v1/assignment_list', { ungraded: true }, { enabled: canSee })
  if (data.length === 0) return null
  return (
    <section aria-label="要批改的作业" className="rounded-card bg-card">
      <ul className="py-1">
        {data.map(({ id, title, classes, dueAt, ungraded }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Link
              href={`/grading/hand-ins/${id}`}
              className="flex min-h-18 items-center gap-3.5 px-4 py-3 -outline-offset-2 hover:bg-fill desk:px-5"
            >
              <TintIcon tone="amber">
                <FileText size={17} />
              </TintIcon>
              <span className="min-w-0 flex-1">
                <b className="block truncate text-14 font-semibold">{title}</b>
                <span className="block truncate text-12 text-ink-3">
                  作业 · {classes.map(({ name }) => name).join('、')}，{timeText(dueAt)} 截止
                </span>
              </span>
              <span className="shrink-0 text-12 text-ink-2">
                等你批 <b className="tabular-nums text-15 font-semibold text-ink">{ungraded}</b>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
