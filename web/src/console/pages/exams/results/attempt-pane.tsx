import { formatClock } from '@dxx/contract/rules/format'
import { typeNames } from '@dxx/contract/rules/question-names'
import { formatExactTime } from '@dxx/contract/rules/time-from'
import { lazy, Suspense, useState } from 'react'
import { verdictNames } from '../../../../features/questions/labels'
import { cx } from '../../../../ui/cx'
import { Skeleton } from '../../../../ui/skeleton'
import type { StaffData } from '../../../api/client'
import { useStaffCall } from '../../../api/hooks'
import { DetailPane } from '../../../kit/detail-pane'
import { Failure } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { Facts } from '../../work/facts'
import { pointsText } from '../figures'
import { RulingTag } from '../ruling-tag'

const AnsweredQuestion = lazy(async () => ({ default: (await import('../answered-question')).AnsweredQuestion }))

type Attempt = StaffData<'GET /staff/v1/exam_attempt_view'>
type Question = Attempt['questions'][number]

/** One student's attempt: answers, points, comments and score changes. */
export function AttemptPane({ id, onClose }: { id: string; onClose(): void }) {
  const { data, error, refetch } = useStaffCall(
    'GET /staff/v1/exam_attempt_view',
    { attempt: id },
    { enabled: id !== '' },
  )
  return (
    <DetailPane open={id !== ''} onClose={onClose} title={data ? `${data.student.name}的答卷` : '答卷'}>
      {data ? (
        <Paper attempt={data} />
      ) : error ? (
        <Failure error={error} noun="答卷" onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="space-y-3">
          <span className="sr-only">正在加载</span>
          <Skeleton className="h-24" />
          <Skeleton className="h-40" />
        </div>
      )}
    </DetailPane>
  )
}

const lost = ({ ruling, result }: Question) => ruling !== 'void' && result.score < result.maxScore

function Paper({ attempt }: { attempt: Attempt }) {
  const [onlyLost, setOnlyLost] = useState(false)
  const { student, questions, leaves, lateSteps } = attempt
  const shown = onlyLost ? questions.filter(lost) : questions
  const facts: Parameters<typeof Facts>[0]['rows'] = [
    ['班级和学号', [student.class, student.number].filter(Boolean).join('，') || '–'],
    [
      '得分',
      <b key="score" className="tabular-nums text-15">
        {pointsText(attempt.score)} / {pointsText(attempt.maxScore)}
      </b>,
    ],
    ['开始', timeText(attempt.startedAt)],
    ['交卷', attempt.submittedAt === null ? '还没有交' : timeText(attempt.submittedAt)],
    [
      '离开页面',
      leaves.length === 0
        ? '没有'
        : `${leaves.length} 次：${leaves.map(({ at, seconds }) => `${formatExactTime(at).slice(11)} 起 ${formatClock(seconds)}`).join('；')}`,
    ],
  ]
  if (lateSteps > 0) facts.push(['未计分的步骤', `${lateSteps} 步，截止或换设备以后才送到`])
  return (
    <>
      <Facts rows={facts} />
      <label className="mt-2 flex min-h-11 items-center gap-2 desk:min-h-9">
        <input
          type="checkbox"
          checked={onlyLost}
          onChange={(event) => setOnlyLost(event.target.checked)}
          className="size-4 accent-primary"
        />
        只看失分的 {questions.filter(lost).length} 题
      </label>
      {questions.length === 0 && <p className="py-4 text-ink-3">交卷并评分以后，这里有每题的作答和得分。</p>}
      <ol className="divide-y divide-line">
        {shown.map((question) => (
          <QuestionRow key={question.number} question={question} />
        ))}
      </ol>
    </>
  )
}

function QuestionRow({ question }: { question: Question }) {
  const [open, setOpen] = useState(false)
  const { number, ownNumber, ruling, result, history } = question
  const isWrong = lost(question)
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 items-center gap-2 py-1.5 desk:min-h-9">
          <span className="tabular-nums w-5 shrink-0 font-semibold">{number}</span>
          <span className="min-w-0 flex-1 truncate text-ink-2">
            {typeNames[result.question.type]}，{verdictNames[result.verdict]}
            {ownNumber !== number && `，学生试卷上第 ${ownNumber} 题`}
          </span>
          {ruling && <RulingTag kind={ruling} />}
          <span className={cx('tabular-nums shrink-0 font-semibold', isWrong ? 'text-price' : 'text-ink')}>
            {pointsText(result.score)}
            <span className="font-normal text-ink-3"> / {pointsText(result.maxScore)}</span>
          </span>
        </summary>
        {open && (
          <div className="space-y-3 pb-4">
            <Suspense fallback={<Skeleton className="h-32" />}>
              <AnsweredQuestion question={question} />
            </Suspense>
            {history.map(({ at, before, after, reason }) => (
              <p key={at} className="rounded-cover bg-amber-soft px-3 py-2 text-amber">
                {timeText(at)} 由 {pointsText(before)} 改为 {pointsText(after)} 分：{reason}
              </p>
            ))}
          </div>
        )}
      </details>
    </li>
  )
}
