import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { Suspense, useEffect } from 'react'
import { Link } from 'wouter'
import { serverNow } from '../../../api/clock'
import { cx } from '../../../ui/cx'
import { staffQueryClient, useStaffCall } from '../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../frame/me'
import { PageHead } from '../../kit/page-head'
import { Failure, TableSkeleton } from '../../kit/states'
import { timeText } from '../../kit/time'
import { isCollecting, secondsToRefresh } from './exam-times'
import { isCollecting as isCollectingNow } from './live/live-state'
import { ExamStateTag } from './state-tag'
import { examTabs } from './tabs'

const refreshEvery = 20_000
const isOpenState = (state: StaffExam['state']) => state === 'scheduled' || state === 'running'

/** Replaces state, pause and number of students by those of the monitoring page, which loads them more often. */
function useNewestState(exam: StaffExam | undefined) {
  const id = exam?.id ?? ''
  const { data: live, dataUpdatedAt } = useStaffCall('GET /staff/v1/exam_live', { id }, { enabled: false })
  const isFresh = live !== undefined && Date.now() - dataUpdatedAt < refreshEvery / 2
  const isBehind = isFresh && exam !== undefined && live.state !== exam.state
  useEffect(() => {
    if (isBehind) void staffQueryClient.invalidateQueries({ queryKey: ['GET /staff/v1/exam_info', { id }] })
  }, [isBehind, id])
  if (!exam || !isFresh) return { exam, isCollecting: exam !== undefined && isCollecting(exam, serverNow()) }
  const { state, paused, endsAt, students } = live
  return {
    exam: { ...exam, state, paused, endsAt, students: students.length },
    isCollecting: isCollectingNow(live, live.now),
  }
}

/** One exam: state, facts, and tabs such as results and monitoring. */
export function ExamPage({ id, tab = '' }: { id: string; tab?: string }) {
  const me = useSignedInStaff()
  const {
    data: loaded,
    error,
    refetch,
    // Read so that the page renders again after each load: 收卷中 begins without a change of the exam.
    dataUpdatedAt: _,
  } = useStaffCall(
    'GET /staff/v1/exam_info',
    { id },
    // The state changes by itself at the start and at the end.
    {
      refetchInterval: ({ state: { data } }) =>
        data && isOpenState(data.state) && secondsToRefresh(data, serverNow(), refreshEvery / 1000) * 1000,
    },
  )
  const { exam, isCollecting: isEnding } = useNewestState(loaded)
  if (error) return <Failure error={error} noun="考试" onRetry={() => void refetch()} />
  if (!exam) return <TableSkeleton height={56} />
  const open = examTabs.filter(({ permissions }) => hasAnyPermission(me, permissions))
  const here = open.find(({ path }) => path === tab) ?? open[0]
  return (
    <>
      <PageHead
        title={exam.title}
        state={<ExamStateTag state={exam.state} paused={exam.paused !== null} collecting={isEnding} />}
        isNamed
        facts={`${timeText(exam.startsAt)} 开始，${exam.durationMinutes} 分钟，${exam.questions} 题 ${exam.points} 分，${exam.students} 人`}
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
