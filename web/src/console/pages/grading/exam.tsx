import { typeNames } from '@dxx/contract/rules/question-names'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import CircleCheck from 'lucide-react/icons/circle-check'
import Flag from 'lucide-react/icons/flag'
import { useRef } from 'react'
import { Link } from 'wouter'
import type { StaffData } from '../../api/client'
import { useStaffCall } from '../../api/hooks'
import { consoleButtonClass } from '../../kit/button'
import { PageHead } from '../../kit/page-head'
import { Failure, RegionState, TableSkeleton } from '../../kit/states'
import { StateTag } from '../../kit/tag'
import { GradingProgressBar } from './progress-bar'
import { roomPath } from './room-address'
import { useLinkKeys } from './use-link-keys'

type Overview = StaffData<'GET /staff/v1/grading_overview'>
type Progress = Overview['questions'][number]

/** Questions of one exam that need manual grading, their progress, and the number of answers by grader. */
export function GradingExam({ id }: { id: string }) {
  const list = useRef<HTMLElement>(null)
  useLinkKeys(list, '题')
  const { data, error, refetch } = useStaffCall('GET /staff/v1/grading_overview', { exam: id }, { staleTime: 0 })
  if (!data) {
    return error ? (
      <Failure error={error} noun="批阅进度" onRetry={() => void refetch()} />
    ) : (
      <TableSkeleton height={96} count={4} />
    )
  }
  const open = data.questions.reduce((sum, one) => (one.isVoid ? sum : sum + one.total - one.graded), 0)
  return (
    <>
      <PageHead
        title={data.title}
        isNamed
        facts={open > 0 ? `还有 ${open} 个作答没有批` : '都批完了'}
        actions={
          <Link href="/grading" className={consoleButtonClass('page', 'small')}>
            <ArrowLeft size={15} />
            全部考试
          </Link>
        }
      />
      <div className="flex min-h-0 flex-1 gap-4 max-wide:flex-col">
        <section ref={list} aria-label="要批阅的题" className="flex min-w-0 flex-col gap-3 wide:flex-1">
          {data.questions.map((progress) => (
            <QuestionCard key={`${progress.question}.${progress.part}`} exam={id} progress={progress} />
          ))}
          {data.questions.length === 0 && (
            <RegionState tone="green" icon={<CircleCheck size={24} />} title="这场考试没有要人工批阅的题" />
          )}
        </section>
        <Graders graders={data.graders} />
      </div>
    </>
  )
}

function QuestionCard({ exam, progress }: { exam: string; progress: Progress }) {
  const { question, part, number, type, text, maxScore, total, graded, second, third, claimed, flagged, average } =
    progress
  const { setup, isVoid } = progress
  const left = isVoid ? 0 : progress.forMe
  const free = isVoid ? 0 : progress.free
  return (
    <article className="rounded-card bg-card px-4 py-4 desk:px-5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
        <h2 className="text-15 font-semibold">
          第 {number} 题，{typeNames[type]}
        </h2>
        <StateTag tone="grey">{maxScore} 分</StateTag>
        {isVoid && <StateTag tone="grey">已作废，不用批</StateTag>}
        {setup.double && <StateTag tone="violet">双评，分差 {setup.difference} 以内</StateTag>}
        {!setup.anonymous && <StateTag tone="amber">不匿名</StateTag>}
        <span className="flex-1" />
        <Link
          data-step
          href={roomPath({ exam, question, part })}
          className={consoleButtonClass(free > 0 ? 'primary' : 'soft', 'small')}
        >
          {free === 0 ? '查看' : graded > 0 ? '继续批阅' : '开始批阅'}
        </Link>
      </div>
      <p className="mt-1.5 line-clamp-2 text-ink-2">{text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-12 text-ink-2">
        <span className="w-52 max-sm:w-full">
          <GradingProgressBar value={graded} max={total} label={`第 ${number} 题的批阅进度`} />
        </span>
        <span className="tabular-nums">
          已批 {graded} / {total} 个作答
        </span>
        {second > 0 && <span>等第二人 {second}</span>}
        {left === 0 && graded < total && !isVoid && <span>你的都批了，等别的老师</span>}
        {third > 0 && (
          <Link href={`${roomPath({ exam, question, part })}?mode=third`} className="font-semibold text-primary">
            等仲裁 {third}
          </Link>
        )}
        {flagged > 0 && (
          <Link
            href={`${roomPath({ exam, question, part })}?list=flagged`}
            className="flex items-center gap-1 font-semibold text-amber"
          >
            <Flag size={13} />
            请再看 {flagged}
          </Link>
        )}
        {claimed > 0 && (
          <span>
            别人正在批 {claimed}
            {left > 0 && free === 0 && '，没批完的十分钟内放回'}
          </span>
        )}
        {average !== null && <span>平均 {average} 分</span>}
      </div>
    </article>
  )
}

function Graders({ graders }: { graders: Overview['graders'] }) {
  return (
    <section aria-labelledby="graders" className="self-start rounded-card bg-card px-5 py-4 max-wide:w-full wide:w-70">
      <h2 id="graders" className="text-15 font-semibold">
        阅卷人
      </h2>
      {graders.length === 0 && <p className="mt-1 text-ink-3">还没有人批过</p>}
      <ul className="mt-1">
        {graders.map(({ name, grades, isMe }) => (
          <li key={`${name}${isMe}`} className="flex min-h-9 items-center justify-between gap-3">
            <span className="truncate">
              {name}
              {isMe && '（我）'}
            </span>
            <span className="tabular-nums text-ink-2">{grades} 个作答</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
