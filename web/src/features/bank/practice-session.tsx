import type { Answer, ScoredQuestion, Verdict } from '@dxx/contract/questions'
import Star from 'lucide-react/icons/star'
import { useEffect, useMemo, useState } from 'react'
import { callApi } from '../../api/client'
import { useAction } from '../../api/use-action'
import { type CallData, invalidateCalls, useCall } from '../../api/use-call'
import { navigateBack } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { Empty } from '../../ui/empty'
import { IconButton } from '../../ui/icon-button'
import { LinkButton } from '../../ui/link-button'
import { type Answers, answerProgress } from '../questions/answers'
import { QuestionTools } from '../questions/question-tools'
import { type QuestionResults, QuestionSession } from '../questions/session'
import type { PrimaryAction } from '../questions/session-frame'
import { SessionState } from '../questions/session-state'
import { recited } from './recited'
import { type PracticeItem, usePracticeQuestions } from './use-practice-questions'

/** Practice session: questions answered with immediate results, or recited. It can be left and resumed at any time. */
export function PracticeSession({ id }: { id: string }) {
  const { data, error, refetch } = useCall('GET /v1/bank_practice', { id }, { fresh: true })
  const [sheet, setSheet] = useState<CallData<'GET /v1/bank_practice'> | null>(null)
  // Stores the first response only: a refetch must not change the position.
  if (data && !sheet) setSheet(data)
  if (!sheet) {
    const retry = error?.decided ? undefined : () => void refetch()
    return (
      <SessionState title="练习" error={error?.msg} onRetry={retry}>
        <LinkButton to={pageUrl('pages/bank/index')}>全部题库</LinkButton>
      </SessionState>
    )
  }
  return <Practising sheet={sheet} />
}

const pollEvery = 1500
const noAnswers: Answers = {}

/** In these modes the next question is chosen by the answer to the previous one. */
const isChosen = (mode: string) => mode === 'adaptive' || mode === 'diagnosis'

function Practising({ sheet: start }: { sheet: CallData<'GET /v1/bank_practice'> }) {
  const [chosen, setChosen] = useState<PracticeItem[]>([])
  const sheet = useMemo(() => withChosen(start, chosen), [start, chosen])
  const { id, cards, way, mode } = sheet
  const [at, setAt] = useState(Math.min(sheet.position, cards.length - 1))
  const { items, error, retry } = usePracticeQuestions(id, at, cards.length, chosen)
  const [draft, setDraft] = useDraft<Answers>(`practice:${id}`, noAnswers)
  const [scored, setScored] = useState<ScoredAnswers>({})
  const recite = way === 'recite'
  const item = items[at]

  const submit = useAction('POST /v1/bank_practice_answer', {
    onDone: ({ answerId, result, today, next }, { question }) => {
      if (next) setChosen((before) => [...before, next])
      setScored((before) => ({ ...before, [question]: { answerId, result } }))
      setDraft(({ [question]: _, ...rest }) => rest)
      if (today.done === today.goal) toast('今日目标完成，真棒！')
    },
    onError: (failed) => {
      if (!failed.shown) toast(failed.msg)
    },
  })
  const grading = useGrading(item && (scored[item.question.id] ?? fromServer(item)), (result, answerId) =>
    setScored((before) => ({ ...before, [result.question.id]: { answerId, result } })),
  )

  const { results, verdicts, questions, answers } = useShownAnswers(sheet, items, scored, draft)
  usePracticePosition(id, at)

  const isComplete = isChosen(mode) && cards.every(({ question }) => verdicts[question])
  const question = item?.question
  const open = question && !recite && !results[question.id]
  const answer = question ? (draft[question.id] ?? null) : null
  return (
    <QuestionSession
      title={sheet.title}
      total={isChosen(mode) ? sheet.count : undefined}
      onBack={() => void navigateBack()}
      questions={questions}
      at={at}
      onAt={setAt}
      answers={answers}
      onAnswer={(question, given) => setDraft((before) => ({ ...before, [question]: given }))}
      results={results}
      verdicts={verdicts}
      recite={recite}
      tools={(question) => <Favourite key={question} id={question} start={item?.favourite ?? false} />}
      below={(shown) => (
        <QuestionTools
          question={shown}
          from={sheet.bank?.title ?? sheet.title}
          answered={results[shown.id] !== undefined}
        />
      )}
      status={grading ? '程序正在评测，马上就好' : undefined}
      missing={error ? <Empty type="error" text={error.msg} onRetry={retry} /> : undefined}
      finish={{
        ...(isComplete
          ? { text: mode === 'diagnosis' ? '看诊断结果' : '看掌握程度', onFinish: () => void showMastery() }
          : { text: '结束练习', onFinish: () => void endPractice(id, recite ? null : Object.values(verdicts)) }),
        running: false,
      }}
      primary={
        open
          ? openAction({
              isEmpty: answerProgress(question, answer) === 'none',
              isLast: at === cards.length - 1,
              lookText: isChosen(mode) ? '不会，看答案' : '看答案',
              running: submit.running,
              onSubmit: (given) => void submit.run({ id, question: question.id, answer: given ? answer : null }),
              onSkip: () => setAt(at + 1),
            })
          : isChosen(mode) && !question
            ? waiting
            : undefined
      }
    />
  )
}

/** While the next question loads, the only loaded question must not be shown as the last one. */
const waiting: PrimaryAction = { text: '提交答案', running: false, disabled: true, onClick: () => {} }

interface OpenQuestion {
  isEmpty: boolean
  isLast: boolean
  lookText?: string
  running: boolean
  /** Called with false if the user wants to see the right answer without having answered. */
  onSubmit(given: boolean): void
  onSkip(): void
}

/** Buttons of an unanswered question: submit, or as long as nothing is entered, skip it or look at its answer. */
export function openAction({
  isEmpty,
  isLast,
  lookText = '看答案',
  running,
  onSubmit,
  onSkip,
}: OpenQuestion): PrimaryAction {
  if (!isEmpty) return { text: '提交答案', running, disabled: false, onClick: () => onSubmit(true) }
  const look = { text: lookText, onClick: () => onSubmit(false) }
  // The last question has nothing to skip to.
  if (isLast) return { ...look, running, disabled: false }
  return { text: '跳过', running: false, disabled: running, onClick: onSkip, second: look }
}

type ScoredAnswers = Record<string, { answerId: string; result: ScoredQuestion }>

/** State of each question in the session: as the server sent it, or as it became by an answer since then. */
function useShownAnswers(
  { cards, way }: CallData<'GET /v1/bank_practice'>,
  items: ReturnType<typeof usePracticeQuestions>['items'],
  scored: ScoredAnswers,
  draft: Answers,
) {
  const recite = way === 'recite'
  const results: QuestionResults = useMemo(() => {
    const known = Object.values(items).flatMap(({ question, result }) => {
      const now = scored[question.id]?.result ?? result
      return now ? [[question.id, recite ? recited(now) : now] as const] : []
    })
    return Object.fromEntries(known)
  }, [items, scored, recite])
  const verdicts = useMemo(
    () =>
      Object.fromEntries(
        cards.flatMap(({ question, verdict }) => {
          const now = scored[question]?.result.verdict ?? verdict
          return now && !recite ? [[question, now] as const] : []
        }),
      ),
    [cards, scored, recite],
  )
  const questions = useMemo(
    () => cards.map(({ question, type }, index) => items[index]?.question ?? { id: question, type }),
    [cards, items],
  )
  const answers = useMemo(() => {
    const given = Object.entries(results).map(([question, result]) => [question, answerOf(result)] as const)
    return { ...draft, ...Object.fromEntries(given) }
  }, [draft, results])

  return { results, verdicts, questions, answers }
}

function withChosen(sheet: CallData<'GET /v1/bank_practice'>, chosen: PracticeItem[]) {
  const cards = chosen.map(({ question: { id, type }, favourite }) => ({
    question: id,
    type,
    verdict: null,
    favourite,
  }))
  return { ...sheet, cards: [...sheet.cards, ...cards] }
}

/** Reloads the mastery of the chapters, which the answers have changed, for the page below. */
async function showMastery(): Promise<void> {
  void invalidateCalls('GET /v1/bank_mastery')
  void invalidateCalls('GET /v1/bank_home')
  await navigateBack()
}

/** Stores the position some time after the last move. */
function usePracticePosition(id: string, at: number): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // A failure is ignored: the stored position only decides where the next visit starts.
      callApi('POST /v1/bank_practice_place', { id, position: at }).catch(() => {})
    }, 600)
    return () => clearTimeout(timer)
  }, [id, at])
}

/** Ends the practice after a confirmation that sums up the verdicts; `done` is null if nothing was scored. */
async function endPractice(id: string, done: Verdict[] | null): Promise<void> {
  const right = done?.filter((verdict) => verdict === 'right').length
  const score = done ? `已答 ${done.length} 题，答对 ${right} 题。` : ''
  const content = `${score}结束后下次从头开始；直接返回则下次接着练。`
  if ((await showModal({ content, confirmText: '结束', cancelText: '继续练' })) !== 'confirm') return
  try {
    await callApi('POST /v1/bank_practice_clear', { id })
  } catch {
    toast('没有结束成功，请检查网络后再试')
    return
  }
  void navigateBack()
}

const answerOf = (result: QuestionResults[string]): Answer | null =>
  'answer' in result ? (result.answer as Answer) : null

function fromServer({ result, answerId }: { result: ScoredQuestion | null; answerId: string | null }) {
  return result && answerId ? { result, answerId } : undefined
}

/** Polls until the code answer is graded. */
function useGrading(
  shown: { answerId: string; result: ScoredQuestion } | undefined,
  onGraded: (result: ScoredQuestion, answerId: string) => void,
): boolean {
  const waits = shown?.result.verdict === 'grading'
  const { data } = useCall(
    'GET /v1/textbooks_question_result',
    { id: shown?.answerId ?? '' },
    { fresh: true, enabled: waits, refetchInterval: pollEvery },
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per server response
  useEffect(() => {
    if (waits && data && data.id === shown?.answerId && data.result.verdict !== 'grading')
      onGraded(data.result, data.id)
  }, [data])
  return waits
}

function Favourite({ id, start }: { id: string; start: boolean }) {
  const [on, setOn] = useState<boolean | null>(null)
  const shown = on ?? start
  const act = useAction('POST /v1/question_favourite', {
    onError: (error, { on: wanted }) => {
      setOn(!wanted)
      if (!error.shown) toast(error.msg)
    },
  })
  return (
    <IconButton
      label={shown ? '取消收藏' : '收藏这道题'}
      aria-pressed={shown}
      onClick={() => {
        setOn(!shown)
        void act.run({ id, on: !shown })
      }}
      className={shown ? 'text-amber' : 'text-ink-3'}
    >
      <Star aria-hidden="true" size={20} fill={shown ? 'currentColor' : 'none'} />
    </IconButton>
  )
}
