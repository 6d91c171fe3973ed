import type { Answer, PublicQuestion, ScoredQuestion, Verdict } from '@dxx/contract/questions'
import { Fragment, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { usePage } from '../../router/page-context'
import { Button } from '../../ui/button'
import { cx } from '../../ui/cx'
import { OfflineBanner } from '../../ui/offline-banner'
import { Sheet } from '../../ui/sheet'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { useDesktop } from '../../ui/use-media'
import { AnswerCard, type AnswerCardProps, CardCounts } from './answer-card'
import type { Answers } from './answers'
import { directionForKey } from './keys'
import { QuestionView, TypeTag } from './question-view'
import { CardAside, type PrimaryAction, SessionFooter, SessionHeader } from './session-frame'
import { useSwipe } from './use-swipe'

export type QuestionResults = Readonly<Record<string, Omit<ScoredQuestion, 'question' | 'answer'>>>

export interface SessionProps {
  title: string
  onBack(): void
  /** Questions that are not loaded yet have only id and type. */
  questions: AnswerCardProps['questions']
  /** Number of questions at the end, if more will follow. */
  total?: number
  /** Number of each question by id, if it is not its place in `questions`. */
  numbers?: AnswerCardProps['numbers']
  /** Questions that staff voided. */
  voided?: AnswerCardProps['voided']
  at: number
  onAt(at: number): void
  answers: Answers
  onAnswer(id: string, answer: Answer | null): void
  /** Known results; their questions are shown with the right answer. */
  results?: QuestionResults
  /** Verdicts for the answer card, if more are known than `results` contains. */
  verdicts?: Readonly<Record<string, Verdict>>
  readOnly?: boolean
  flags?: ReadonlySet<string>
  onFlag?(id: string, on: boolean): void
  /** Remaining time, at the right of the bar. */
  clock?: ReactNode
  /** Notices above the buttons: offline, taken over. */
  notice?: ReactNode
  /** Notes about one question, above it. */
  note?: (id: string) => ReactNode
  /** Save state below the question. */
  status?: ReactNode
  /** Shown below a loaded question: discussion, note. */
  below?: (question: PublicQuestion) => ReactNode
  /** Buttons beside the question type: favourite, cause. */
  tools?: (id: string) => ReactNode
  /** Final action, in the answer card and after the last question. */
  finish?: { text: string; running: boolean; onFinish(): void }
  /** Replaces 下一题, also for the Enter key, if the question must be submitted first. */
  primary?: PrimaryAction
  /** Shown instead of the current question until it is loaded. */
  missing?: ReactNode
  /** Shows the right answer without a verdict. */
  recite?: boolean
}

const noFlags: ReadonlySet<string> = new Set()

/** Sequence of questions, one at a time, navigated by arrow keys, Enter, swipes and the answer card. */
export function QuestionSession(props: SessionProps) {
  const { title, onBack, questions, at, onAt, answers, results, flags = noFlags, onFlag } = props
  const { clock, notice, finish, primary } = props
  const [cardOpen, setCardOpen] = useState(false)
  const { active } = usePage()
  const root = useRef<HTMLDivElement>(null)
  const question = questions[at]
  const last = questions.length - 1

  function go(to: number): void {
    const next = Math.max(0, Math.min(last, to))
    if (next !== at) onAt(next)
  }

  useSessionKeys(active, at, go, primary)

  const { body, heading } = useQuestionTop(active, at, question !== undefined && 'stem' in question)
  const swipe = useSwipe((by) => go(at + by))
  const verdicts = useMemo(() => props.verdicts ?? (results && verdictsOf(results)), [props.verdicts, results])
  if (!question) return null

  const card = (
    <AnswerCard
      questions={questions}
      answers={answers}
      flags={flags}
      verdicts={verdicts}
      numbers={props.numbers}
      voided={props.voided}
      at={at}
      onGo={(to) => {
        setCardOpen(false)
        go(to)
      }}
    />
  )
  const counts = <CardCounts {...{ questions, answers, flags }} voided={props.voided} total={props.total} />
  const finishButton = finish && (
    <Button kind="amber" block loading={finish.running} onClick={finish.onFinish}>
      {finish.text}
    </Button>
  )
  const flagged = flags.has(question.id)
  // A program has the height of the window, until its result is shown below it.
  const isProgram = question.type === 'code' && results?.[question.id] === undefined
  return (
    <div ref={root} className="absolute inset-x-0 top-0 bottom-[var(--symbol-bar,0px)] flex flex-col">
      <SessionHeader
        {...{ title, onBack, clock, at }}
        count={props.total ?? questions.length}
        onCard={() => setCardOpen(true)}
      />
      <div ref={body} {...swipe} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain">
        <div
          className={cx(
            'desk:mx-auto desk:max-w-288 wide:max-w-338 desk:py-6 desk:pr-85 px-4',
            isProgram && 'code-room',
          )}
        >
          <QuestionArticle
            {...props}
            question={question}
            heading={heading}
            onSkip={() => root.current?.querySelector<HTMLElement>('footer button:enabled')?.focus()}
          />
        </div>
      </div>
      {/* Below the question, so that a changing notice does not move the question under the finger. */}
      <div role="status" className="shrink-0">
        {notice ?? <OfflineBanner />}
      </div>
      <SessionFooter
        {...{ at, last, primary, go }}
        finishButton={finishButton}
        flag={onFlag && { on: flagged, toggle: () => onFlag(question.id, !flagged) }}
      />
      <CardAside card={card} counts={counts}>
        {finishButton}
      </CardAside>
      <Sheet open={cardOpen} onClose={() => setCardOpen(false)} title="答题卡" footer={finishButton}>
        <p className="mb-3">{counts}</p>
        {card}
      </Sheet>
    </div>
  )
}

/** Arrow keys and Enter move between the questions while the page is shown. */
function useSessionKeys(active: boolean, at: number, go: (to: number) => void, primary: SessionProps['primary']): void {
  const latest = useRef({ go, primary })
  latest.current = { go, primary }
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => {
      const by = directionForKey(event)
      // If a dialog is open, the dialog handles the keys.
      if (!by || document.querySelector('dialog[open]')) return
      // Without preventDefault, arrow keys would also choose another radio button.
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
}

/**
 * Shows a new question from its top and focuses its heading, so that screen readers announce it. With a keyboard, the
 * first blank is focused instead; on a touch screen the on-screen keyboard would cover the question.
 */
function useQuestionTop(active: boolean, at: number, loaded: boolean) {
  const desktop = useDesktop()
  const body = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(-1)
  useEffect(() => {
    if (!active || shown.current === at || !loaded) return
    const first = shown.current === -1
    shown.current = at
    body.current?.scrollTo?.({ top: 0 })
    // The first question takes the focus only if no element of the previous page has it.
    const free = document.activeElement === null || document.activeElement === document.body
    if (!first || free) heading.current?.focus({ preventScroll: true })
    if (!desktop) return
    // Waits for the next frame, because blanks are placed into the stem after it was rendered.
    const frame = requestAnimationFrame(() => {
      const blank = body.current?.querySelector<HTMLInputElement>(firstBlank)
      if (blank && !document.querySelector('dialog[open]')) blank.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [active, at, loaded, desktop])
  return { body, heading }
}

const firstBlank = 'article input:not([type]):not([readonly]), article input[type=text]:not([readonly])'

interface QuestionArticleProps extends SessionProps {
  question: SessionProps['questions'][number]
  heading: RefObject<HTMLHeadingElement | null>
  /** Moves the focus to the buttons below the question. */
  onSkip(): void
}

/** The shown question, or a placeholder until it has loaded. */
function QuestionArticle(props: QuestionArticleProps) {
  const {
    question,
    heading,
    questions,
    total,
    numbers,
    at,
    answers,
    onAnswer,
    results,
    readOnly,
    recite,
    tools,
    below,
    missing,
    note,
    status,
    onSkip,
  } = props
  const loaded: PublicQuestion | null = 'stem' in question ? question : null
  const number = numbers?.[question.id] ?? at + 1
  const count = numbers ? Math.max(...Object.values(numbers)) : (total ?? questions.length)
  return (
    <article className="desk:rounded-card desk:bg-card desk:p-8 py-4">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          <span className="sr-only">
            第 {number} 题，共 {count} 题，
          </span>
          {loaded && <TypeTag question={loaded} />}
        </h2>
        <span className="flex shrink-0 items-center gap-1">
          {tools?.(question.id)}
          <span aria-hidden="true" className="tabular-nums text-13 text-ink-3">
            <b className="text-17 font-bold text-ink">{number}</b> / {count}
          </span>
        </span>
      </div>
      {/* Skip button: the fields of an answer can be many tabs long, and an editor uses Tab itself. */}
      <button
        type="button"
        onClick={onSkip}
        className="sr-only min-h-11 rounded-item bg-card px-3 text-13 text-primary shadow-float focus-visible:not-sr-only focus-visible:absolute focus-visible:z-10 max-desk:hidden"
      >
        跳过作答，到底部按钮
      </button>
      {note?.(question.id)}
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
      {/* Has a key of its own, because the question above uses the id as key. */}
      {loaded && below && <Fragment key={`below ${question.id}`}>{below(loaded)}</Fragment>}
      {status && <div className="mt-4 text-12 text-ink-3">{status}</div>}
    </article>
  )
}

function verdictsOf(results: QuestionResults): Record<string, Verdict> {
  return Object.fromEntries(Object.entries(results).map(([id, { verdict }]) => [id, verdict]))
}
