import type { Appeal } from '@dxx/contract/calls/staff/exam-regrade'
import type { ScoredQuestion } from '@dxx/contract/questions'
import { mayNeedPerson, typeNames } from '@dxx/contract/rules/question-names'
import { useId, useState } from 'react'
import { Link } from 'wouter'
import { toast } from '../../../../state/flash'
import type { StaffData } from '../../../api/client'
import { useStaffAction } from '../../../api/hooks'
import { ConsoleButton } from '../../../kit/button'
import { SelectField, TextArea, TextField } from '../../../kit/fields'
import { useShortcut } from '../../../kit/shortcuts'
import { RubricList } from '../../grading/score-panel'
import { pointsText } from '../figures'
import { useSessionDraft } from '../session-draft'

interface GradedPart {
  part: number | null
  label: string
  max: number
}

/** Question parts with a manual score, which the reply to an appeal can change directly. */
function gradedParts({ question }: ScoredQuestion): GradedPart[] {
  if (question.type !== 'material')
    return mayNeedPerson(question.type) ? [{ part: null, label: '', max: question.score }] : []
  return question.parts.flatMap(({ type, score }, part) =>
    mayNeedPerson(type) ? [{ part, label: `第 ${part + 1} 小题（${typeNames[type]}）`, max: score }] : [],
  )
}

interface AnswerFormProps {
  appeal: Appeal
  question: Question
  onAnswered(): void
}

interface AnswerDraft {
  decision: string
  answer: string
  points: string
  part: number
  /** Met rubric points; null: those of the last grade. */
  met: number[] | null
}

const empty: AnswerDraft = { decision: 'keep', answer: '', points: '', part: 0, met: null }

type Question = StaffData<'GET /staff/v1/exam_attempt_view'>['questions'][number]

/** Rubric of a question part with the points that the last grade met. */
function lastRubric({ grades }: Question, part: number | null) {
  const rubric = grades.findLast((grade) => grade.part === part)?.rubric ?? []
  return { rubric, met: rubric.flatMap((point, at) => (point.met ? [at] : [])) }
}

/** Draft of the reply to an appeal, and its submission. */
function useAnswer({ appeal, question, onAnswered }: AnswerFormProps) {
  const parts = gradedParts(question.result)
  const [draft, setDraft, clearDraft] = useSessionDraft(`appeal ${appeal.id}`, empty)
  const [isTried, setTried] = useState(false)
  const part = parts[draft.part]
  const { rubric, met: before } = lastRubric(question, part?.part ?? null)
  const met = draft.met ?? before
  const points = Number(draft.points)
  const isPoints = /^\d{1,4}(\.\d{1,2})?$/.test(draft.points) && points <= (part?.max ?? 0)
  const isChange = draft.decision === 'change'
  const send = useStaffAction('POST /staff/v1/appeal_answer', {
    onDone: ({ state, score }) => {
      toast(state === 'changed' ? `已答复，这题现在 ${pointsText(score)} 分` : '已答复，维持原分')
      clearDraft()
      onAnswered()
    },
    // If another staff member has replied already, the list reloads and shows that reply.
    onError: (error) => {
      toast(error.msg)
      if (error.name === 'appeal-answered') onAnswered()
    },
  })
  const submit = () => {
    setTried(true)
    if (!draft.answer.trim() || (isChange && !isPoints)) return
    void send.run({
      id: appeal.id,
      answer: draft.answer.trim(),
      ...(isChange && part && { score: points, part: part.part, ...(rubric.length > 0 && { points: met }) }),
      changed: draft.decision === 'elsewhere',
    })
  }
  /** Toggles a rubric point; the score becomes the sum, which can still be changed. */
  const toggle = (point: number) => {
    const next = met.includes(point) ? met.filter((one) => one !== point) : [...met, point]
    const sum = next.reduce((all, one) => all + rubric[one]!.score, 0)
    const limited = Math.min(part?.max ?? 0, Math.max(0, sum))
    setDraft({ ...draft, met: next, points: String(Math.round(limited * 100) / 100) })
  }
  return {
    rubric,
    met,
    toggle,
    parts,
    part,
    draft,
    setDraft,
    isTried,
    isPoints,
    isChange,
    running: send.running,
    submit,
  }
}

export function AnswerForm(props: AnswerFormProps) {
  const { appeal } = props
  const { rubric, met, toggle, parts, part, draft, setDraft, isTried, isPoints, isChange, running, submit } =
    useAnswer(props)
  useShortcut('mod+enter', '发出答复', submit)
  return (
    <form
      aria-label="答复"
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Decisions draft={draft} onChange={setDraft} canChange={parts.length > 0} />
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
      {isChange && rubric.length > 0 && <RubricList rubric={rubric} met={met} onToggle={toggle} />}
      {isChange && (
        <div className="grid gap-3 sm:grid-cols-2">
          {parts.length > 1 && (
            <SelectField
              label="小题"
              value={String(draft.part)}
              onChange={(next) => setDraft({ ...draft, part: Number(next), met: null })}
              options={parts.map(({ label }, at) => ({ value: String(at), label }))}
            />
          )}
          <TextField
            label={`新的得分（0 到 ${pointsText(part?.max ?? 0)}）`}
            inputMode="decimal"
            value={draft.points}
            onChange={(next) => setDraft({ ...draft, points: next.trim() })}
            error={isTried && !isPoints ? `请填 0 到 ${pointsText(part?.max ?? 0)} 之间的数，最多两位小数` : undefined}
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
        error={isTried && !draft.answer.trim() ? '请写答复，学生会原样看到' : undefined}
      />
      <div className="flex justify-end">
        <ConsoleButton kind="amber" type="submit" hotkey="Ctrl ↵" loading={running}>
          {isChange ? '改分并答复' : '答复'}
        </ConsoleButton>
      </div>
    </form>
  )
}

interface DecisionsProps {
  draft: AnswerDraft
  onChange(draft: AnswerDraft): void
  /** Whether the reply can change points directly. */
  canChange: boolean
}

function Decisions({ draft, onChange, canChange }: DecisionsProps) {
  const id = useId()
  const options = [
    { value: 'keep', label: '维持原来的得分' },
    ...(canChange ? [{ value: 'change', label: '改这题的得分' }] : []),
    { value: 'elsewhere', label: '已用“改评分”改过' },
  ]
  return (
    <fieldset>
      <legend className="mb-1 text-15 font-semibold">答复</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-2 desk:min-h-8">
            <input
              type="radio"
              name={id}
              checked={draft.decision === value}
              onChange={() => onChange({ ...draft, decision: value })}
              className="size-4 accent-primary"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
