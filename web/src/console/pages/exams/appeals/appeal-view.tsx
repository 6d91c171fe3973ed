import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'
import { Skeleton } from '../../../../ui/skeleton'
import { useStaffCall } from '../../../api/hooks'
import { hasAnyPermission, useSignedInStaff } from '../../../frame/me'
import { Failure } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { AnsweredQuestion } from '../answered-question'
import { pointsText } from '../figures'
import { AnswerForm } from './answer-form'
import { AppealState } from './appeal-state'

interface AppealViewProps {
  appeal: Appeal
  onAnswered(): void
}

/** One appeal: the question with the student's answer, the reason of the appeal, and the reply by staff. */
export function AppealView({ appeal, onAnswered }: AppealViewProps) {
  const mayAnswer = hasAnyPermission(useSignedInStaff(), ['exam.manage'])
  const { data, error, refetch } = useStaffCall('GET /staff/v1/exam_attempt_view', { attempt: appeal.attempt })
  const question = data?.questions.find(({ number }) => number === appeal.number)
  const { student, number, score, maxScore } = appeal
  return (
    <article aria-label={`${student.name}，第 ${number} 题`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="border-b border-line px-1 pb-3 wide:px-5 wide:py-3.5">
        <h2 className="flex flex-wrap items-center gap-2 text-17 font-semibold">
          {student.name} · 第 {number} 题
          {appeal.ownNumber !== number && (
            <span className="text-13 font-normal text-ink-2">学生试卷上的第 {appeal.ownNumber} 题</span>
          )}
          <AppealState state={appeal.state} />
        </h2>
        <p className="text-12 text-ink-3">
          {[student.class, student.number, `${timeText(appeal.at)} 提交`].filter(Boolean).join(' · ')}，现在得{' '}
          {pointsText(score)} / {pointsText(maxScore)} 分
        </p>
      </header>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-1 py-4 wide:px-5">
        <section aria-label="学生的理由" className="rounded-cover bg-amber-soft px-3.5 py-2.5">
          <p className="text-12 text-amber">学生的理由</p>
          <p className="user-text">{appeal.reason}</p>
        </section>
        {question ? (
          <section aria-label="题目和作答" className="rounded-card p-3.5 inset-ring inset-ring-line">
            <AnsweredQuestion question={question} />
            {question.history.map(({ at, before, after, reason }) => (
              <p key={at} className="user-text mt-2 rounded-cover bg-amber-soft px-3 py-2 text-amber">
                {timeText(at)} 由 {pointsText(before)} 改为 {pointsText(after)} 分：{reason}
              </p>
            ))}
          </section>
        ) : error ? (
          <Failure error={error} noun="作答" onRetry={() => void refetch()} />
        ) : (
          <Skeleton className="h-40" />
        )}
        {appeal.state !== 'open' ? (
          <section aria-label="答复" className="rounded-cover bg-fill px-3.5 py-2.5">
            <p className="text-12 text-ink-3">
              {appeal.answeredBy || '老师'}的答复{appeal.answeredAt !== null && `，${timeText(appeal.answeredAt)}`}
            </p>
            <p className="user-text">{appeal.answer}</p>
          </section>
        ) : mayAnswer ? (
          question && <AnswerForm appeal={appeal} question={question} onAnswered={onAnswered} />
        ) : (
          <p className="text-ink-3">答复需要“教师”角色，所有者或学校管理员可以开通。</p>
        )}
      </div>
    </article>
  )
}
