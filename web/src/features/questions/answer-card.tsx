import type { PublicQuestion, Verdict } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import Hourglass from 'lucide-react/icons/hourglass'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, use, useEffect, useRef } from 'react'
import { cx } from '../../ui/cx'
import { scrollParent } from '../../ui/scroll-parent'
import { type Answers, answerProgress } from './answers'
import type { Progress } from './definition'
import { verdictNames } from './labels'
import { TeacherGradesContext } from './read-by-teacher'

export interface AnswerCardProps {
  /** Of questions without content, only the verdicts are shown. */
  questions: readonly (PublicQuestion | Pick<PublicQuestion, 'id' | 'type'>)[]
  answers: Answers
  flags: ReadonlySet<string>
  /** Verdict per question, after grading. */
  verdicts?: Readonly<Record<string, Verdict>>
  /** Number of each question by id, if it is not its place in `questions`. */
  numbers?: Readonly<Record<string, number>>
  /** Questions that staff voided: their numbers are crossed out. */
  voided?: readonly string[]
  at: number
  /** Shows a question. Without this callback the numbers are not buttons. */
  onGo?(at: number): void
}

const stateOf = (question: AnswerCardProps['questions'][number], answers: Answers): Progress =>
  'stem' in question ? answerProgress(question, answers[question.id]) : 'none'

/**
 * Question numbers as one strip that wraps; the name of a type stands before its first question. Tab reaches only the
 * current number and arrow keys reach the others: with a tab stop per number, 下一题 would be dozens of tabs away.
 */
export function AnswerCard(props: AnswerCardProps) {
  const { questions, answers, flags, verdicts, numbers, voided = [], at, onGo } = props
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const cell = list.current?.children[at]?.querySelector('button')
    const box = cell && scrollParent(cell)
    // Scrolls only if the card has a scroll box: scrolling the page would move the question away.
    if (!box || box.matches('main, html')) return
    const [inner, outer] = [cell.getBoundingClientRect(), box.getBoundingClientRect()]
    if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top
    else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom
  }, [at])

  function move(event: KeyboardEvent<HTMLOListElement>): void {
    const by = steps[event.key]
    if (!by) return
    const cells = [...event.currentTarget.querySelectorAll('button')]
    const next = cells[cells.indexOf(event.target as HTMLButtonElement) + by]
    // Without preventDefault, the page would show another question for an arrow key.
    event.preventDefault()
    next?.focus()
  }

  const named = isGrouped(questions.map(({ type }) => type))
  return (
    <ol ref={list} onKeyDown={onGo && move} className="flex flex-wrap gap-2 desk:gap-1.5">
      {questions.map((question, index) => {
        const { id, type } = question
        const first = named && questions[index - 1]?.type !== type
        return (
          <li key={id} className="flex items-center">
            {first && <span className="pr-1.5 text-12 whitespace-nowrap text-ink-3">{typeNames[type]}</span>}
            <Cell
              number={numbers?.[id] ?? index + 1}
              current={index === at}
              reachable={index === Math.max(at, 0)}
              flagged={flags.has(id)}
              state={voided.includes(id) ? 'void' : (verdicts?.[id] ?? stateOf(question, answers))}
              onClick={onGo && (() => onGo(index))}
            />
          </li>
        )
      })}
    </ol>
  )
}

/** Whether the questions of each type follow one another. In a shuffled paper the names of the types are not shown. */
export function isGrouped(types: readonly string[]): boolean {
  const runs = types.filter((type, index) => type !== types[index - 1])
  return runs.length === new Set(types).size
}

const steps: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }

type State = Progress | Verdict | 'void'

const looks: Record<State, string> = {
  none: 'bg-card text-ink-2 inset-ring inset-ring-line',
  unanswered: 'bg-card text-ink-2 inset-ring inset-ring-line',
  partial: 'bg-amber-soft text-amber inset-ring inset-ring-amber',
  done: 'bg-primary text-on-primary',
  right: 'bg-success-soft text-success inset-ring inset-ring-success',
  wrong: 'bg-danger-soft text-danger inset-ring inset-ring-danger',
  marking: 'bg-primary-soft text-primary',
  grading: 'bg-primary-soft text-primary',
  void: 'bg-fill text-ink-3 line-through',
}

const names: Record<State, string> = {
  ...verdictNames,
  none: '未作答',
  done: '已作答',
  partial: '部分完成',
  void: '已作废',
}

const signs: Partial<Record<State, typeof Check>> = { right: Check, wrong: X, marking: Hourglass, grading: Hourglass }

interface CellProps {
  number: number
  current: boolean
  /** Whether Tab stops here. */
  reachable: boolean
  flagged: boolean
  state: State
  onClick?: () => void
}

function Cell({ number, current, reachable, flagged, state: given, onClick }: CellProps) {
  const read = use(TeacherGradesContext)
  const state = given === 'marking' && !read ? 'done' : given
  const Sign = signs[state]
  return (
    <button
      type="button"
      tabIndex={reachable ? 0 : -1}
      aria-current={current || undefined}
      aria-disabled={!onClick || undefined}
      aria-label={`第 ${number} 题，${names[state]}${flagged ? '，已标记' : ''}`}
      onClick={onClick}
      className={cx(
        'tabular-nums relative grid size-11 place-items-center desk:size-9 rounded-cover text-14 font-semibold transition-colors',
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

interface CardCountsProps extends Pick<AnswerCardProps, 'questions' | 'answers' | 'flags' | 'voided'> {
  /** Number of questions at the end, if more will follow. */
  total?: number
}

/** Example: 已答 6 · 标记 1 · 共 20. Void questions need no answer and are not counted. */
export function CardCounts({ questions: all, answers, flags, voided = [], total }: CardCountsProps) {
  const questions = all.filter(({ id }) => !voided.includes(id))
  const done = questions.filter((question) => stateOf(question, answers) === 'done').length
  const flagged = questions.filter(({ id }) => flags.has(id)).length
  return (
    <span className="tabular-nums text-12 text-ink-3">
      已答 {done}
      {flagged > 0 && ` · 标记 ${flagged}`} · 共 {total ?? questions.length}
    </span>
  )
}
