import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import { lazy, Suspense } from 'react'
import { Prose } from '../../../../ui/prose'
import { useStaffCall } from '../../../api/hooks'
import { useUrlState } from '../../../kit/address'
import { Failure, TableSkeleton } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { differenceText, exposureText } from '../forms-text'
import { formatExamTime } from '../list-columns'
import { ExamProgressBar } from '../progress-bar'
import { ExamActions } from './actions'
import { PaperList } from './paper-list'

const PaperPrint = lazy(async () => ({ default: (await import('../print/paper-print')).PaperPrint }))

const analysisNames = { never: '不公开', submitted: '交卷后', ended: '考试结束后' }

/** Formats a duration: 1 分 5 秒. */
function lengthText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [minutes > 0 && `${minutes} 分`, (rest > 0 || minutes === 0) && `${rest} 秒`].filter(Boolean).join(' ')
}

/** 概览: facts, the paper with scoring changes, messages, and the actions that the state of the exam allows. */
export function OverviewTab({ exam }: { exam: StaffExam }) {
  const [{ view }, setAddress] = useUrlState(['view'])
  const { data: paper, error, refetch } = useStaffCall('GET /staff/v1/exam_paper', { id: exam.id })
  if (view === 'print') {
    if (error) return <Failure error={error} noun="试卷" onRetry={() => void refetch()} />
    if (!paper) return <TableSkeleton height={56} />
    const voided = new Set(paper.rulings.filter(({ kind }) => kind === 'void').map(({ question }) => question))
    return (
      <Suspense fallback={<TableSkeleton height={56} />}>
        <PaperPrint
          paper={{ ...paper, durationMinutes: exam.durationMinutes, voided }}
          onClose={() => setAddress({ view: '' })}
        />
      </Suspense>
    )
  }
  return (
    <div className="grid gap-3.5 wide:grid-cols-[minmax(0,1fr)_300px]">
      <div className="min-w-0 space-y-3.5 max-wide:order-2">
        <PaperList exam={exam} paper={paper} error={error} onRetry={() => void refetch()} />
      </div>
      <div className="min-w-0 space-y-3.5">
        <ExamActions exam={exam} onPrint={() => setAddress({ view: 'print' })} />
        <Facts exam={exam} />
        <Timeline exam={exam} />
      </div>
    </div>
  )
}

function Facts({ exam }: { exam: StaffExam }) {
  const { startsAt, endsAt, extensionMinutes, pausedSeconds, shuffle } = exam
  const mixed = [shuffle.questions && '题目', shuffle.options && '选项'].filter(Boolean).join('、')
  const facts: [string, string][] = [
    ['开放', formatExamTime(startsAt, endsAt)],
    ['时长', `${exam.durationMinutes} 分钟，可作答 ${exam.attempts} 次`],
    ['总分', `${exam.points} 分，${exam.passPoints} 分及格`],
    ['班级', exam.classList.map(({ name, students }) => `${name} ${students} 人`).join('、')],
    ['乱序', mixed || '不乱序'],
    ...(exam.forms
      ? [
          ['试卷', `每人一卷，共 ${exam.forms.count} 份：${differenceText(exam.forms)}`] as [string, string],
          ['曝光', exposureText(exam.forms)] as [string, string],
          ['换算', exam.forms.equated ? '总分按各卷的难度等值换算' : '不换算'] as [string, string],
        ]
      : []),
    ['解析', analysisNames[exam.analysis]],
    ['排名', exam.rank ? '公布' : '不公布'],
    ['发布', timeText(exam.publishedAt)],
  ]
  if (extensionMinutes > 0) facts.push(['已延长', `所有人 ${extensionMinutes} 分钟`])
  if (pausedSeconds > 0) facts.push(['暂停过', `共 ${lengthText(pausedSeconds)}，已顺延`])
  return (
    <section aria-label="考试信息" className="rounded-card bg-card px-4 py-3.5">
      <h2 className="mb-2 text-15 font-semibold">考试信息</h2>
      {exam.withdrawn && (
        <p className="mb-2 rounded-cover bg-fill px-3 py-2 text-ink-2">
          {timeText(exam.withdrawn.at)} 撤回：{exam.withdrawn.reason}
        </p>
      )}
      {exam.paused && (
        <p className="mb-2 rounded-cover bg-amber-soft px-3 py-2 text-amber">
          {timeText(exam.paused.since)} 起暂停：{exam.paused.reason}
        </p>
      )}
      {exam.endedEarly && (
        <p className="mb-2 rounded-cover bg-fill px-3 py-2 text-ink-2">
          {timeText(exam.endedEarly.at)} 提前收卷：{exam.endedEarly.reason}
        </p>
      )}
      {exam.state !== 'withdrawn' && <ExamProgressBar exam={exam} />}
      <dl className="mt-3 grid grid-cols-[52px_1fr] gap-y-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="tabular-nums min-w-0">{value}</dd>
          </div>
        ))}
      </dl>
      {exam.notice && (
        <details className="mt-3 border-t border-line pt-2">
          <summary className="text-ink-2">考试须知</summary>
          <Prose html={exam.notice} className="mt-1 text-13! leading-[1.7]!" />
        </details>
      )}
    </section>
  )
}

const eventNames: Record<StaffExam['events'][number]['kind'], string> = {
  publish: '发布',
  correct: '修改并重新发布',
  reschedule: '改时间',
  extend: '延长',
  pause: '暂停',
  resume: '继续',
  end: '提前收卷',
  withdraw: '撤回',
  regrade: '改评分',
}

/** What staff did and which messages they sent, newest first. */
function Timeline({ exam: { messages, events } }: { exam: StaffExam }) {
  const lines = [
    ...events.map(({ at, kind, text, reason, by }, index) => ({
      key: `event-${at}-${index}`,
      at,
      title: `${eventNames[kind]}${text && `：${text}`}`,
      text: reason,
      note: by,
    })),
    ...messages.map(({ id, at, body, to, question }) => ({
      key: id,
      at,
      title: question ? `消息，关于第 ${question.number} 题` : '消息',
      text: body,
      note: to === null ? '整个考场' : `${to} 人`,
    })),
  ].sort((a, b) => b.at - a.at)
  if (lines.length === 0) return null
  return (
    <section aria-label="经过" className="rounded-card bg-card px-4 py-3.5">
      <h2 className="mb-2 text-15 font-semibold">
        经过 <span className="text-12 font-normal text-ink-3">新的在前</span>
      </h2>
      <ul className="max-h-80 space-y-2 overflow-y-auto">
        {lines.map(({ key, at, title, text, note }) => (
          <li key={key} className="rounded-cover bg-fill px-3 py-2">
            <b className="font-semibold">{title}</b>
            {text && <span className="user-text block">{text}</span>}
            <span className="block text-12 text-ink-3">
              {timeText(at)} · {note}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
