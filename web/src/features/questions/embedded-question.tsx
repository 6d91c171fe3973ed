import type { AttemptBrief } from '@dxx/contract/calls/questions'
import type { Answer, PublicQuestion, ScoredQuestion } from '@dxx/contract/questions'
import { type ReactNode, useEffect, useState } from 'react'
import { needsPurchase } from '../../api/error'
import { cacheAnswer, cachedAnswer } from '../../api/query'
import { useAction } from '../../api/use-action'
import { answerKey, type CallData, useCall } from '../../api/use-call'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { Button } from '../../ui/button'
import { Empty } from '../../ui/empty'
import { Skeleton } from '../../ui/skeleton'
import { SkeletonText } from '../../ui/skeleton-shapes'
import { answerProgress } from './answers'
import { pointsOf } from './labels'
import { QuestionView, TypeTag } from './question-view'

export interface EmbeddedQuestionProps {
  /** Value of `data-question`. */
  questionId: string
  /** Heading: 随堂测 1/3. */
  label?: string
  /** Link shown if the question does not exist; not needed in a chapter. */
  children?: ReactNode
  /** Shown below the loaded question: discussion, note. */
  below?: (question: PublicQuestion, isAnswered: boolean) => ReactNode
}

/** Question inside a chapter: answered in place, graded by the server, any number of times. */
export function EmbeddedQuestion({ questionId, label = '随堂测', children, below }: EmbeddedQuestionProps) {
  return (
    <section aria-label={label} className="rounded-card bg-card p-4 text-ink inset-ring inset-ring-line">
      <Embedded key={questionId} questionId={questionId} label={label} below={below}>
        {children}
      </Embedded>
    </section>
  )
}

/** A paper with its question and answer, stored together: option ids are valid only on their own paper. */
interface AnsweredPaper {
  paper: string
  question: PublicQuestion
  answer: Answer | null
}

const pollEvery = 1500

function Embedded({ questionId, label, children, below }: EmbeddedQuestionProps) {
  const query = useCall('GET /v1/textbooks_get_question', { id: questionId }, { fresh: true })
  const [draft, setDraft, clearDraft] = useDraft<AnsweredPaper | null>(`question:${questionId}`, null)
  /** Attempt whose result is shown. */
  const [attempt, setAttempt] = useState<{ id: string; result?: ScoredQuestion } | null>(null)
  const submit = useAction('POST /v1/textbooks_question_submit', {
    onDone: (data) => {
      clearDraft()
      setAttempt(data)
      void query.refetch()
    },
    onError: (error) => {
      if (!error.shown) toast(error.msg)
      if (error.name === 'paper-used' || error.name === 'paper-invalid') again()
    },
  })
  const waits = attempt !== null && (!attempt.result || attempt.result.verdict === 'grading')
  const graded = useCall(
    'GET /v1/textbooks_question_result',
    { id: attempt?.id ?? '' },
    { fresh: true, enabled: waits, refetchInterval: pollEvery },
  )
  const result = (waits ? graded.data?.result : undefined) ?? attempt?.result
  if (waits && graded.data && graded.data.result.verdict !== 'grading') setAttempt(graded.data)

  function again(): void {
    clearDraft()
    setAttempt(null)
    void query.refetch()
  }

  const { data, error } = query
  const paper = usePaper(questionId, data, error !== null && !error.decided)
  const shownPaper = draft ?? (paper && { paper: paper.paper, question: paper.question, answer: null })
  if (!shownPaper) {
    if (!error || paper === undefined) return <Waiting />
    if (!error.decided) return <NeedsNetwork label={label} onRetry={() => void query.refetch()} />
    const bought = needsPurchase(error) ? '购买后即可作答' : error.msg
    return (
      <Empty type="error" text={bought}>
        {children}
      </Empty>
    )
  }
  const question = result?.question ?? shownPaper.question
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-14 font-semibold">{label}</p>
        <TypeTag question={question} />
      </div>
      <QuestionView
        key={attempt?.id ?? shownPaper.paper}
        question={question}
        answer={result ? result.answer : shownPaper.answer}
        onAnswer={(answer) => setDraft(answer ? { ...shownPaper, answer } : null)}
        result={result}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {data && data.attempts > 0 ? (
          <History
            attempts={data.attempts}
            best={data.best}
            last={data.last}
            onLast={attempt ? undefined : (id) => setAttempt({ id })}
          />
        ) : (
          <span />
        )}
        {attempt ? (
          <Button kind="line" size="small" onClick={again}>
            再做一次
          </Button>
        ) : (
          <Button
            size="small"
            disabled={answerProgress(shownPaper.question, shownPaper.answer) === 'none'}
            loading={submit.running}
            onClick={() => shownPaper.answer && void submit.run({ paper: shownPaper.paper, answer: shownPaper.answer })}
          >
            提交
          </Button>
        )}
      </div>
      {below?.(question, result !== undefined)}
    </div>
  )
}

/** Has the height of a question with four options. */
function Waiting() {
  return (
    <>
      <SkeletonText lines={3} />
      <div aria-hidden="true" className="mt-4 space-y-2.5">
        {[0, 1, 2, 3].map((number) => (
          <Skeleton key={number} className="h-11 rounded-item" />
        ))}
      </div>
    </>
  )
}

type Paper = CallData<'GET /v1/textbooks_get_question'>

/** The question's paper, or offline the cached one; null if none is cached, undefined while the cache is read. */
function usePaper(id: string, data: Paper | undefined, isCutOff: boolean): Paper | null | undefined {
  const [cachedPaper, setCachedPaper] = useState<Paper | null>()
  useEffect(() => {
    const key = answerKey('GET /v1/textbooks_get_question', { id })
    if (data) void cacheAnswer(key, data)
    else if (isCutOff) void cachedAnswer<Paper>(key).then((paper) => setCachedPaper(paper ?? null))
  }, [id, data, isCutOff])
  return data ?? (isCutOff ? cachedPaper : null)
}

/** Offline notice; only one line, because the text around it can still be read. */
export function NeedsNetwork({ label = '这道题', onRetry }: { label?: string; onRetry(): void }) {
  return (
    <p className="flex items-center justify-between gap-3 text-13 text-ink-3">
      {label.replace(/\w$/, '$& ')}要联网才能做
      <button type="button" onClick={onRetry} className="tap text-primary">
        重试
      </button>
    </p>
  )
}

interface HistoryProps {
  attempts: number
  best: AttemptBrief | null
  last: AttemptBrief | null
  onLast?(id: string): void
}

function History({ attempts, best, last, onLast }: HistoryProps) {
  const of = ({ score, maxScore }: AttemptBrief) => `${pointsOf(score)}/${pointsOf(maxScore)}`
  return (
    <p className="tabular-nums text-12 text-ink-3">
      做过 {attempts} 次{best && ` · 最好 ${of(best)}`}
      {last && ` · 最近 ${of(last)}`}
      {last && onLast && (
        <button type="button" onClick={() => onLast(last.id)} className="tap ml-2 text-primary">
          看结果
        </button>
      )}
    </p>
  )
}
