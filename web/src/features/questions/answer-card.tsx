import type { PublicQuestion, QuestionType, Verdict } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import Hourglass from 'lucide-react/icons/hourglass'
import X from 'lucide-react/icons/x'
import { use } from 'react'
import { cx } from '../../ui/cx'
import { type Answers, progressOf } from './answers'
import type { Progress } from './definition'
import { verdictNames } from './labels'
import { ReadByTeacher } from './read-by-teacher'

export interface AnswerCardProps {
  /** Of questions without content, only the verdicts are shown. */
  questions: readonly (PublicQuestion | Pick<PublicQuestion, 'id' | 'type'>)[]
  answers: Answers
  flags: ReadonlySet<string>
  /** Verdict per question, after grading. */
  verdicts?: Readonly<Record<string, Verdict>>
  at: number
  /** Without this callback the numbers are not buttons. */
  onGo?(at: number): void
}

const stateOf = (question: AnswerCardProps['questions'][number], answers: Answers): Progress =>
  'stem' in question ? progressOf(question, answers[question.id]) : 'none'

/** Question numbers grouped by type: answered, flagged, right or wrong. */
export function AnswerCard({ questions, answers, flags, verdicts, at, onGo }: AnswerCardProps) {
  const groups = new Map<QuestionType, { id: string; state: State; index: number }[]>()
  questions.forEach((question, index) => {
    const { id, type } = question
    const state = verdicts?.[id] ?? stateOf(question, answers)
    groups.set(type, [...(groups.get(type) ?? []), { id, state, index }])
  })
  return (
    <div className="space-y-4">
      {[...groups].map(([type, members]) => (
        <section key={type}>
          <h3 className="mb-2 text-13 text-ink-2">
            {typeNames[type]} <span className="tabular-nums text-ink-3">{members.length} 题</span>
          </h3>
          <ol className="grid grid-cols-[repeat(auto-fill,minmax(44px,1fr))] gap-2">
            {members.map(({ id, state, index }) => (
              <li key={id}>
                <Cell
                  number={index + 1}
                  current={index === at}
                  flagged={flags.has(id)}
                  state={state}
                  onClick={onGo && (() => onGo(index))}
                />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}

type State = Progress | Verdict

const looks: Record<State, string> = {
  none: 'bg-card text-ink-2 inset-ring inset-ring-line',
  unanswered: 'bg-card text-ink-2 inset-ring inset-ring-line',
  partial: 'bg-amber-soft text-amber inset-ring inset-ring-amber',
  done: 'bg-primary text-on-primary',
  right: 'bg-success-soft text-success inset-ring inset-ring-success',
  wrong: 'bg-danger-soft text-danger inset-ring inset-ring-danger',
  marking: 'bg-primary-soft text-primary',
  grading: 'bg-primary-soft text-primary',
}

const names: Record<State, string> = { ...verdictNames, none: '未作答', done: '已作答', partial: '部分完成' }

const signs: Partial<Record<State, typeof Check>> = { right: Check, wrong: X, marking: Hourglass, grading: Hourglass }

interface CellProps {
  number: number
  current: boolean
  flagged: boolean
  state: State
  onClick?: () => void
}

function Cell({ number, current, flagged, state: given, onClick }: CellProps) {
  const read = use(ReadByTeacher)
  const state = given === 'marking' && !read ? 'done' : given
  const Sign = signs[state]
  return (
    <button
      type="button"
      aria-current={current || undefined}
      aria-disabled={!onClick || undefined}
      aria-label={`第 ${number} 题，${names[state]}${flagged ? '，已标记' : ''}`}
      onClick={onClick}
      className={cx(
        'tabular-nums relative grid h-11 w-full place-items-center rounded-cover text-14 font-semibold transition-colors',
        looks[state],
        current && 'outline-2 outline-offset-1 outline-primary',
      )}
    >
      {number}
      {flagged && (
        <Bookmark
          aria-hidden="true"
          size={13}
          fill="currentColor"
          className={cx('absolute top-0.5 right-0.5', state === 'done' ? 'text-[#ffd166]' : 'text-amber')}
        />
      )}
      {Sign && <Sign aria-hidden="true" size={11} className="absolute right-1 bottom-1" />}
    </button>
  )
}

/** Example: 已答 6 · 标记 1 · 共 20 */
export function CardCounts({ questions, answers, flags }: Pick<AnswerCardProps, 'questions' | 'answers' | 'flags'>) {
  const done = questions.filter((question) => stateOf(question, answers) === 'done').length
  const flagged = questions.filter(({ id }) => flags.has(id)).length
  return (
    <span className="tabular-nums text-12 text-ink-3">
      已答 {done}
      {flagged > 0 && ` · 标记 ${flagged}`} · 共 {questions.length}
    </span>
  )
}
