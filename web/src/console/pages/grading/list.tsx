import type { ExamToGrade } from '@dxx/contract/calls/staff/exam-grading'
import CircleCheck from 'lucide-react/icons/circle-check'
import PenLine from 'lucide-react/icons/pen-line'
import { useRef } from 'react'
import { Link } from 'wouter'
import { useStaffCall } from '../../api/hooks'
import { PageHead } from '../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { StateTag, TintIcon } from '../../kit/tag'
import { timeText } from '../../kit/time'
import { HandInsToGrade } from '../classes/assignments/hand-ins-to-grade'
import { GradingProgressBar } from './progress-bar'
import { useLinkKeys } from './use-link-keys'

/** Exams with answers that need manual grading; exams with ungraded answers come first. */
export function GradingList() {
  const list = useRef<HTMLUListElement>(null)
  useLinkKeys(list, '场考试')
  const { data, error, refetch } = useStaffCall('GET /staff/v1/grading_list', {})
  return (
    <>
      <PageHead title="批阅室" facts={data && (data.waiting > 0 ? `等着你批的 ${data.waiting} 个作答` : '都批完了')} />
      <HandInsToGrade />
      <section aria-label="要批阅的考试" className="flex flex-1 flex-col rounded-card bg-card">
        {data ? (
          data.list.length > 0 ? (
            <ul ref={list} className="py-1">
              {data.list.map((exam) => (
                <ExamRow key={exam.id} exam={exam} />
              ))}
            </ul>
          ) : (
            <RegionState
              tone="green"
              icon={<CircleCheck size={24} />}
              title="没有要批阅的考试"
              text="学生交卷以后，简答题和转人工的编程题会出现在这里"
            />
          )
        ) : error ? (
          <Failure error={error} noun="要批阅的考试" onRetry={() => void refetch()} />
        ) : (
          <TableSkeleton height={72} />
        )}
      </section>
    </>
  )
}

function ExamRow({ exam }: { exam: ExamToGrade }) {
  const { id, title, classes, endsAt, questions, total, graded, waiting, third } = exam
  return (
    <li className="border-b border-line last:border-0">
      <Link
        data-step
        href={`/grading/${id}`}
        className="flex min-h-18 items-center gap-3.5 px-4 py-3 -outline-offset-2 hover:bg-fill desk:px-5"
      >
        <TintIcon tone={waiting > 0 ? 'amber' : 'grey'}>
          <PenLine size={17} />
        </TintIcon>
        <span className="min-w-0 flex-1">
          <b className="block truncate text-14 font-semibold">{title}</b>
          <span className="block truncate text-12 text-ink-3">
            {classes.join('、')}，{timeText(endsAt)} 结束，{questions} 题
          </span>
        </span>
        {third > 0 && <StateTag tone="violet">仲裁 {third}</StateTag>}
        <span className="w-24 shrink-0 text-right tabular-nums desk:w-44">
          <span className="mb-1 block text-12 text-ink-2">
            已批 {graded} / {total}
            <span className="max-desk:hidden"> 个作答</span>
          </span>
          <GradingProgressBar value={graded} max={total} label={`${title}的批阅进度`} />
        </span>
        <span className="w-16 shrink-0 text-right text-12 text-ink-2 max-sm:hidden">
          {waiting > 0 ? (
            <>
              等你批 <b className="tabular-nums text-15 font-semibold text-ink">{waiting}</b>
            </>
          ) : graded === total ? (
            '批完了'
          ) : (
            '等别人'
          )}
        </span>
      </Link>
    </li>
  )
}
