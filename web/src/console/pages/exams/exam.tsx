import { Suspense } from 'react'
import { Link } from 'wouter'
import { cx } from '../../../ui/cx'
import { useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { PageHead } from '../../kit/page-head'
import { Failure, TableSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'
import { ExamStateTag } from './state-tag'
import { examTabs } from './tabs'

/** One exam: state, facts, and tabs such as results and monitoring. */
export function ExamPage({ id, tab = '' }: { id: string; tab?: string }) {
  const me = useSignedInStaff()
  const { data: exam, error, refetch } = useStaffCall('GET /staff/v1/exam_info', { id })
  if (error) return <Failure error={error} noun="考试" onRetry={() => void refetch()} />
  if (!exam) return <TableSkeleton height={56} />
  const open = examTabs.filter(({ permissions }) => hasAnyPermission(me, permissions))
  const here = open.find(({ path }) => path === tab) ?? open[0]
  return (
    <>
      <PageHead
        title={exam.title}
        state={<ExamStateTag state={exam.state} paused={exam.paused !== null} />}
        facts={
          <>
            {/* On phones the page heading is visually hidden, so the title of the exam is shown here. */}
            <span
              className="mb-0.5 flex items-center gap-2 text-17 font-semibold text-ink desk:hidden"
              aria-hidden="true"
            >
              <span className="min-w-0 truncate">{exam.title}</span>
              <ExamStateTag state={exam.state} paused={exam.paused !== null} />
            </span>
            {`${timeText(exam.startsAt)} 开始，${exam.durationMinutes} 分钟，${exam.questions} 题 ${exam.points} 分，${exam.students} 人`}
          </>
        }
      />
      <nav aria-label="这场考试" className="no-scrollbar flex shrink-0 gap-5 overflow-x-auto border-b border-line">
        {open.map(({ path, title }) => (
          <Link
            key={path}
            href={`/exams/${id}${path && `/${path}`}`}
            aria-current={path === here?.path ? 'page' : undefined}
            className={cx(
              'shrink-0 border-b-2 pb-2 text-14 -outline-offset-2',
              path === here?.path ? 'border-primary font-semibold text-primary' : 'border-transparent text-ink-2',
            )}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<TableSkeleton height={56} />}>{here && <here.Tab exam={exam} />}</Suspense>
    </>
  )
}
