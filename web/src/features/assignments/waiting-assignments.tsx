import ClipboardList from 'lucide-react/icons/clipboard-list'
import type { ReactNode } from 'react'
import { type CallData, useCall } from '../../api/use-call'
import { pageUrl } from '../../router/page-url'
import { AssignmentRow } from './assignment-row'

const shownMax = 3

interface WaitingAssignmentsProps {
  /** List below the homework. */
  children?: ReactNode
  /** Placeholder until the homework is loaded, so that the list below does not move. */
  skeleton?: ReactNode
}

/** 作业 in 学习: homework with items left, and a link to all homework. */
export function WaitingAssignments({ children, skeleton }: WaitingAssignmentsProps) {
  const { data, error } = useCall('GET /v1/assignments', {})
  if (!data && !error) return skeleton
  return (
    <>
      {data && data.list.length > 0 && <Homework {...data} />}
      {children}
    </>
  )
}

function Homework(data: CallData<'GET /v1/assignments'>) {
  const waiting = data.list.filter(({ state }) => state === 'open' || state === 'late')
  return (
    <section aria-label="作业" className="mb-3">
      <h2 className="flex min-h-11 items-center gap-2 text-17 font-bold">
        <ClipboardList aria-hidden="true" size={20} strokeWidth={1.8} />
        作业
        <span className="text-13 font-normal text-ink-3">
          {waiting.length > 0 ? `${waiting.length} 份没做完` : '都做完了'}
        </span>
        <a
          href={`#${pageUrl('pages/study/assignments')}`}
          aria-label="全部作业"
          className="tap ml-auto rounded-item text-14 font-normal text-primary"
        >
          全部
        </a>
      </h2>
      {waiting.length > 0 && (
        <ul className="grid grid-cols-1 gap-2.5 tablet:grid-cols-2">
          {waiting.slice(0, shownMax).map((assignment) => (
            <li key={assignment.id}>
              <AssignmentRow assignment={assignment} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
