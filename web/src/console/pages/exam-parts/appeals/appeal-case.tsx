import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'
import type { ScoredQuestion } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { toast } from '../../../../state/flash'
import { Skeleton } from '../../../../ui/skeleton'
import { useStaff, useStaffAction } from '../../../api/hooks'
import { mayAny, useMe } from '../../../frame/me'
import { Act } from '../../../kit/button'
import { SelectField, TextArea, TextField } from '../../../kit/fields'
import { useShortcut } from '../../../kit/shortcuts'
import { Failure } from '../../../kit/states'
import { timeText } from '../../../kit/time'
import { AnsweredQuestion } from '../answered-question'
import { pointsText } from '../figures'
import { useSessionDraft } from '../session-draft'
import { AppealState } from './appeal-state'

interface AppealCaseProps {
  appeal: Appeal
  onAnswered(): void
}

/** One appeal: the question with the student's answer, the reason, and the answer to it. */
export function AppealCase({ appeal, onAnswered }: AppealCaseProps) {
  const mayAnswer = mayAny(useMe(), ['exam.manage'])
  const { data, error, refetch } = useStaff('GET /staff/v1/exam_attempt_view', { attempt: appeal.attempt })
  const question = data?.questions.find(({ number }) => number === appeal.number)
  const { student, number, score, maxScore } = appeal
  return (
    <article aria-label={`${student.name}，第 ${number} 题`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="border-b border-line px-1 pb-3 wide:px-5 wide:py-3.5">
        <h2 className="flex flex-wrap items-center gap-2 text-17 font-semibold">
          {student.name} · 第 {number} 题
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
            <AnsweredQuestion result={question.result} />
            {question.comments.map((comment, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: comments have no id and keep their order
              <p key={at} className="user-text mt-2 rounded-cover bg-fill px-3 py-2">
                <span className="text-12 text-ink-3">评语 </span>
                {comment}
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
          question && <AnswerForm appeal={appeal} result={question.result} onAnswered={onAnswered} />
        ) : (
          <p className="text-ink-3">答复需要“教师”角色，所有者或学校管理员可以开通。</p>
        )}
      </div>
    </article>
  )
}

/** Parts of a question that people score: what an answer can change directly. */
function gradedParts({ question }: ScoredQuestion): { part: number | null; label: string; max: number }[] {
  const isGraded = (type: string) => type === 'short' || type === 'code'
  if (question.type !== 'material')
    return isGraded(question.type) ? [{ part: null, label: '', max: question.score }] : []
  return question.parts.flatMap(({ type, score }, part) =>
    isGraded(type) ? [{ part, label: `第 ${part + 1} 小题（${typeNames[type]}）`, max: score }] : [],
  )
}

interface AnswerFormProps {
  appeal: Appeal
  result: ScoredQuestion
  onAnswered(): void
}

function AnswerForm({ appeal, result, onAnswered }: AnswerFormProps) {
  const id = useId()
  const parts = gradedParts(result)
  const empty = { decision: 'keep', answer: '', points: '', part: 0 }
  const [draft, setDraft, clearDraft] = useSessionDraft(`appeal ${appeal.id}`, empty)
  const [tried, setTried] = useState(false)
  const part = parts[draft.part]
  const points = Number(draft.points)
  const isPoints = /^\d{1,4}(\.\d{1,2})?$/.test(draft.points) && points <= (part?.max ?? 0)
  const change = draft.decision === 'change'
  const send = useStaffAction('POST /staff/v1/appeal_answer', {
    onDone: ({ state, score }) => {
      toast(state === 'changed' ? `已答复，这题现在 ${pointsText(score)} 分` : '已答复，维持原分')
      clearDraft()
      onAnswered()
    },
    // Somebody else was faster: the list shows the answer.
    onError: (error) => {
      toast(error.msg)
      if (error.name === 'appeal-answered') onAnswered()
    },
  })
  const submit = () => {
    setTried(true)
    if (!draft.answer.trim() || (change && !isPoints)) return
    void send.run({
      id: appeal.id,
      answer: draft.answer.trim(),
      ...(change && part && { score: points, part: part.part }),
      changed: draft.decision === 'elsewhere',
    })
  }
  useShortcut('mod+enter', '发出答复', submit)
  const options = [
    { value: 'keep', label: '维持原来的得分' },
    ...(parts.length > 0 ? [{ value: 'change', label: '改这题的得分' }] : []),
    { value: 'elsewhere', label: '已用“改评分”改过' },
  ]
  return (
    <form
      aria-label="答复"
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <fieldset>
        <legend className="mb-1 text-15 font-semibold">答复</legend>
        <div className="flex flex-wrap gap-x-5">
          {options.map(({ value, label }) => (
            <label key={value} className="flex min-h-11 items-center gap-2 desk:min-h-8">
              <input
                type="radio"
                name={id}
                checked={draft.decision === value}
                onChange={() => setDraft({ ...draft, decision: value })}
                className="size-4 accent-primary"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {parts.length === 0 && (
        <p className="text-12 text-ink-3">
          这题由系统评分，只能对所有人一起改：
          <Link
            href={`/exams/${appeal.exam.id}/regrade?question=${appeal.question}`}
            className="tap text-primary underline"
          >
            去改第 {appeal.number} 题的评分
          </Link>
          ，改好以后回来答复。
        </p>
      )}
      {change && (
        <div className="grid gap-3 sm:grid-cols-2">
          {parts.length > 1 && (
            <SelectField
              label="小题"
              value={String(draft.part)}
              onChange={(next) => setDraft({ ...draft, part: Number(next) })}
              options={parts.map(({ label }, at) => ({ value: String(at), label }))}
            />
          )}
          <TextField
            label={`新的得分（0 到 ${pointsText(part?.max ?? 0)}）`}
            inputMode="decimal"
            value={draft.points}
            onChange={(next) => setDraft({ ...draft, points: next.trim() })}
            error={tried && !isPoints ? `请填 0 到 ${pointsText(part?.max ?? 0)} 之间的数，最多两位小数` : undefined}
          />
        </div>
      )}
      <TextArea
        label="给学生的话"
        maxLength={1000}
        rows={4}
        value={draft.answer}
        onChange={(answer) => setDraft({ ...draft, answer })}
        placeholder="说明看了什么、为什么改或不改"
        error={tried && !draft.answer.trim() ? '请写答复，学生会原样看到' : undefined}
      />
      <div className="flex justify-end">
        <Act kind="amber" type="submit" hotkey="Ctrl ↵" loading={send.running}>
          {change ? '改分并答复' : '答复'}
        </Act>
      </div>
    </form>
  )
}
