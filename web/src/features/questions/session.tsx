import type { Answer, PublicQuestion, ScoredQuestion, Verdict } from '@dxx/contract/questions'
import Bookmark from 'lucide-react/icons/bookmark'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { usePage } from '../../router/page-context'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { IconButton } from '../../ui/icon-button'
import { Sheet } from '../../ui/sheet'
import { SkeletonText } from '../../ui/skeleton'
import { AnswerCard, type AnswerCardProps, CardCounts } from './answer-card'
import type { Answers } from './answers'
import { stepOfKey } from './keys'
import { QuestionView, TypeTag } from './question-view'
import { useSwipe } from './use-swipe'

export type Results = Readonly<Record<string, Omit<ScoredQuestion, 'question' | 'answer'>>>

export interface SessionProps {
  title: string
  onBack(): void
  /** Those that have not arrived yet are known by number and type alone. */
  questions: AnswerCardProps['questions']
  at: number
  onAt(at: number): void
  answers: Answers
  onAnswer(id: string, answer: Answer | null): void
  /** What is known of how questions went; those are shown with the right answer. */
  results?: Results
  /** For the answer card; from `results` unless more is known than has arrived. */
  verdicts?: Readonly<Record<string, Verdict>>
  readOnly?: boolean
  flags?: ReadonlySet<string>
  onFlag?(id: string, on: boolean): void
  /** At the right of the bar: the time that is left. */
  clock?: ReactNode
  /** Lines under the bar: no network, taken over. */
  notice?: ReactNode
  /** Under the question: saved, or waiting to be. */
  status?: ReactNode
  /** Beside the question's type: a favourite, a cause. */
  tools?: (id: string) => ReactNode
  /** Ends it; in the answer card and after the last question. */
  finish?: { text: string; running: boolean; onFinish(): void }
  /** In the place of 下一题, also for Enter: where the question must be handed in first. */
  primary?: { text: string; running: boolean; disabled: boolean; onClick(): void }
  /** What stands below while the question shown has not arrived. */
  missing?: ReactNode
  /** Shows what is right without judging. */
  recite?: boolean
}

const noFlags: ReadonlySet<string> = new Set()

/** A row of questions, one at a time: arrows, Enter, swiping and the answer card lead through it. */
export function Session(props: SessionProps) {
  const { title, onBack, questions, at, onAt, answers, onAnswer, results, readOnly, flags = noFlags, onFlag } = props
  const { clock, notice, status, tools, finish, primary, missing, recite } = props
  const [cardOpen, setCardOpen] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const { active } = usePage()
  const question = questions[at]
  const last = questions.length - 1

  function go(to: number): void {
    const next = Math.max(0, Math.min(last, to))
    if (next !== at) onAt(next)
  }

  const latest = useRef({ go, primary })
  latest.current = { go, primary }
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      const by = stepOfKey(event)
      // A question or sheet that is open above has the keys.
      if (!by || document.querySelector('dialog[open]')) return
      // On radios the arrows would choose; here they lead on.
      event.preventDefault()
      const { primary: first } = latest.current
      if (event.key === 'Enter' && first) {
        if (!first.disabled && !first.running) first.onClick()
      } else {
        latest.current.go(at + by)
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [active, at])

  // Another question begins at its top, and screen readers hear which one it is.
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    body.current?.scrollTo?.({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [at])

  const swipe = useSwipe((by) => go(at + by))
  const verdicts = useMemo(() => props.verdicts ?? (results && verdictsOf(results)), [props.verdicts, results])
  if (!question) return null

  const card = (
    <AnswerCard
      questions={questions}
      answers={answers}
      flags={flags}
      verdicts={verdicts}
      at={at}
      onGo={(to) => {
        setCardOpen(false)
        go(to)
      }}
    />
  )
  const finishButton = finish && (
    <Button kind="amber" block loading={finish.running} onClick={finish.onFinish}>
      {finish.text}
    </Button>
  )
  const flagged = flags.has(question.id)
  const loaded: PublicQuestion | null = 'stem' in question ? question : null
  return (
    <div className="absolute inset-0 flex flex-col">
      <header className="pt-safe shrink-0 bg-card">
        <div className="desk:mx-auto desk:max-w-288 flex min-h-12 items-center gap-1 px-1">
          <IconButton label="返回" onClick={onBack}>
            <ChevronLeft aria-hidden="true" size={24} />
          </IconButton>
          <h1 className="min-w-0 flex-1 truncate text-15 font-semibold">{title}</h1>
          {clock}
          <IconButton label="答题卡" onClick={() => setCardOpen(true)} className="desk:hidden">
            <LayoutGrid aria-hidden="true" size={20} />
          </IconButton>
        </div>
        <div aria-hidden="true" className="h-0.75 bg-track">
          <div
            className="h-full bg-primary transition-[width]"
            style={{ width: `${((at + 1) / questions.length) * 100}%` }}
          />
        </div>
      </header>
      <div role="status" className="shrink-0">
        {notice}
      </div>
      <div ref={body} {...swipe} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        <div className="desk:mx-auto desk:grid desk:max-w-288 desk:grid-cols-[minmax(0,1fr)_300px] desk:items-start desk:gap-6 desk:py-6 px-4">
          <article className="desk:rounded-card desk:bg-card desk:p-8 py-4">
            <div className="mb-3 flex items-center justify-between gap-3">
              <h2 ref={heading} tabIndex={-1} className="outline-none">
                <span className="sr-only">
                  第 {at + 1} 题，共 {questions.length} 题，
                </span>
                {loaded && <TypeTag question={loaded} />}
              </h2>
              <span className="flex shrink-0 items-center gap-1">
                {tools?.(question.id)}
                <span aria-hidden="true" className="tabular-nums text-13 text-ink-3">
                  <b className="text-17 font-bold text-ink">{at + 1}</b> / {questions.length}
                </span>
              </span>
            </div>
            {!loaded && (missing ?? <SkeletonText lines={6} />)}
            {loaded && (
              <QuestionView
                key={question.id}
                question={loaded}
                answer={answers[question.id] ?? null}
                onAnswer={(answer) => onAnswer(question.id, answer)}
                result={results?.[question.id]}
                readOnly={readOnly || results?.[question.id] !== undefined}
                pageKeys
                quiet={readOnly}
                recite={recite}
              />
            )}
            {status && <div className="mt-4 text-12 text-ink-3">{status}</div>}
          </article>
          {/* As high as the window at most: handing in stays in sight, however many questions there are. */}
          <aside
            aria-label="答题卡"
            className="desk:flex sticky top-6 hidden max-h-[calc(100dvh-11rem)] flex-col gap-4 rounded-card bg-card p-5"
          >
            <p className="flex items-baseline justify-between">
              <span className="text-15 font-semibold">答题卡</span>
              <CardCounts questions={questions} answers={answers} flags={flags} />
            </p>
            <div className="-mx-1 min-h-0 overflow-y-auto px-1 pb-1">{card}</div>
            {finishButton}
            <p className="text-12 text-ink-3">← → 换题，数字或字母选选项，Enter 下一题</p>
          </aside>
        </div>
      </div>
      <footer className="pb-safe hairline-t shrink-0 bg-card">
        <div className="desk:mx-auto desk:max-w-288 desk:pr-85 flex items-center gap-3 px-4 py-2.5">
          <Button kind="line" className="flex-1" disabled={at === 0} onClick={() => go(at - 1)}>
            上一题
          </Button>
          {onFlag && (
            <button
              type="button"
              aria-pressed={flagged}
              onClick={() => onFlag(question.id, !flagged)}
              className={cx(
                'flex min-h-11 min-w-11 flex-col items-center justify-center gap-0.5 rounded-item text-11',
                flagged ? 'text-amber' : 'text-ink-2',
              )}
            >
              <Bookmark aria-hidden="true" size={20} fill={flagged ? 'currentColor' : 'none'} />
              {flagged ? '已标记' : '标记'}
            </button>
          )}
          <div className="flex-[1.5]">
            {primary ? (
              <Button block loading={primary.running} disabled={primary.disabled} onClick={primary.onClick}>
                {primary.text}
              </Button>
            ) : at === last && finish ? (
              finishButton
            ) : (
              <Button block disabled={at === last} onClick={() => go(at + 1)}>
                下一题
              </Button>
            )}
          </div>
        </div>
      </footer>
      <Sheet open={cardOpen} onClose={() => setCardOpen(false)} title="答题卡" footer={finishButton}>
        <p className="mb-3">
          <CardCounts questions={questions} answers={answers} flags={flags} />
        </p>
        {card}
      </Sheet>
    </div>
  )
}

function verdictsOf(results: Results): Record<string, Verdict> {
  return Object.fromEntries(Object.entries(results).map(([id, { verdict }]) => [id, verdict]))
}
