import type { StaffExam } from '@dxx/contract/calls/staff/exam-control'
import type { RulingKind } from '@dxx/contract/calls/staff/exam-shapes'
import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { QuestionView } from '../../../../features/questions/question-view'
import { cx } from '../../../../ui/cx'
import { ConsoleButton } from '../../../kit/button'
import { rulings } from '../ruling-tag'
import { hasAnswerKey } from './paper-question'

export interface RulingDraft {
  kind: RulingKind
  answers: (Answer | null)[]
  keepKey: boolean
  reason: string
}

const effects: Record<RulingKind, string> = {
  key: '下面填的答案都算对，按原来的给分规则重新评分',
  give: '所有人得这题的满分，没有作答的也一样',
  void: '这题不计分，其余题按比例折算到原来的满分',
  original: '取消改动，回到发布时的答案和评分',
}

const titles: Record<RulingKind, string> = {
  key: '接受更多答案',
  give: '全体送分',
  void: '作废这题',
  original: '恢复原评分',
}

/** Maximum number of further right answers per question, as in the contract. */
const mostAnswers = 20

interface RulingFormProps {
  exam: StaffExam
  question: PublicQuestion
  draft: RulingDraft
  onChange(draft: RulingDraft): void
}

/** Form that chooses the new scoring of a question. */
export function RulingForm({ exam, question, draft, onChange }: RulingFormProps) {
  const ruling = exam.rulings.find((one) => one.question === question.id)
  const kinds: RulingKind[] = [
    ...(hasAnswerKey(question.type) ? ['key' as const] : []),
    'give',
    'void',
    ...(ruling ? ['original' as const] : []),
  ]
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-15 font-semibold">怎样改评分</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {kinds.map((kind) => {
          const Icon = rulings[kind].icon
          const chosen = draft.kind === kind
          return (
            <label
              key={kind}
              className={cx(
                'flex min-h-11 cursor-pointer gap-2.5 rounded-cover px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-focus',
                chosen ? 'bg-primary-soft inset-ring inset-ring-primary' : 'bg-fill',
              )}
            >
              <input
                type="radio"
                name="ruling"
                checked={chosen}
                onChange={() => onChange({ ...draft, kind })}
                className="mt-0.5 size-4 shrink-0 accent-primary"
              />
              <span>
                <span className="flex items-center gap-1.5 font-semibold">
                  <Icon size={14} />
                  {titles[kind]}
                </span>
                <span className="text-12 text-ink-2">{effects[kind]}</span>
              </span>
            </label>
          )
        })}
      </div>
      {!hasAnswerKey(question.type) && (
        <p className="text-12 text-ink-3">
          这种题由人或程序评分，没有可以改的答案；要改一位学生的得分，请到批阅室或复核申请。
        </p>
      )}
      {draft.kind === 'key' && <AcceptedAnswers question={question} draft={draft} onChange={onChange} />}
    </fieldset>
  )
}

function AcceptedAnswers({ question, draft, onChange }: Omit<RulingFormProps, 'exam'>) {
  const { answers } = draft
  const set = (at: number, answer: Answer | null) =>
    onChange({ ...draft, answers: answers.map((one, i) => (i === at ? answer : one)) })
  return (
    <div className="space-y-3">
      {answers.map((answer, at) => (
        <section
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id, and new ones are added at the end
          key={at}
          aria-label={`算对的答案 ${at + 1}`}
          className="rounded-card p-3.5 inset-ring inset-ring-line"
        >
          <div className="mb-2 flex items-center justify-between">
            <h3 className="font-semibold">算对的答案 {answers.length > 1 ? at + 1 : ''}</h3>
            {answers.length > 1 && (
              <ConsoleButton
                kind="quiet"
                size="small"
                icon={<Trash2 size={14} />}
                onClick={() => onChange({ ...draft, answers: answers.filter((_, i) => i !== at) })}
              >
                去掉
              </ConsoleButton>
            )}
          </div>
          <p className="mb-2 text-12 text-ink-3">像学生一样作答：</p>
          <QuestionView question={question} answer={answer} onAnswer={(next) => set(at, next)} />
        </section>
      ))}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ConsoleButton
          kind="soft"
          size="small"
          icon={<Plus size={14} />}
          disabled={answers.length >= mostAnswers}
          onClick={() => onChange({ ...draft, answers: [...answers, null] })}
        >
          再加一种答案
        </ConsoleButton>
        <label className="flex min-h-11 items-center gap-2 desk:min-h-7.5">
          <input
            type="checkbox"
            checked={draft.keepKey}
            onChange={(event) => onChange({ ...draft, keepKey: event.target.checked })}
            className="size-4 accent-primary"
          />
          发布时的答案仍然算对
        </label>
      </div>
    </div>
  )
}
