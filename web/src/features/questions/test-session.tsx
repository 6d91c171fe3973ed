import type { Answer, PublicQuestion } from '@dxx/contract/questions'
import { useEffect, useRef, useState } from 'react'
import { needsPurchase } from '../../api/error'
import { useAction } from '../../api/use-action'
import { useCall } from '../../api/use-call'
import { navigateBack, redirectTo } from '../../router/navigation'
import { pageUrl } from '../../router/page-url'
import { useDraft } from '../../state/drafts'
import { toast } from '../../state/flash'
import { showModal } from '../../state/store'
import { LinkButton } from '../../ui/link-button'
import { type Answers, flaggedNumbers, unansweredNumbers } from './answers'
import { confirmSubmitText } from './labels'
import { QuestionSession } from './session'
import { SessionState } from './session-state'

/** A paper in progress, stored on this device until it is submitted. */
interface TestDraft {
  paper: string
  title: string
  questions: PublicQuestion[]
  answers: Answers
  flags: string[]
  at: number
  /** Seconds spent before this visit. */
  seconds: number
}

/** Chapter test. Answers are stored on this device; there is no deadline. */
export function TestSession({ chapterId }: { chapterId: string }) {
  const query = useCall('GET /v1/textbooks_get_test', { id: chapterId }, { fresh: true })
  const [draft, setDraft, clearDraft] = useDraft<TestDraft | null>(`test:${chapterId}`, null)
  const [at, setAt] = useState(draft?.at ?? 0)
  const since = useRef(Date.now())
  const result = (id: string) => redirectTo(pageUrl('pages/exam/result', { test: id }))
  const submit = useAction('POST /v1/textbooks_test_submit', {
    onDone: ({ id }) => {
      clearDraft()
      result(id)
    },
    onError: (error) => {
      if (!error.shown) toast(error.msg)
      const { attempt } = error.data
      if (error.name !== 'paper-used' && error.name !== 'paper-invalid') return
      clearDraft()
      if (typeof attempt === 'string') result(attempt)
      else void query.refetch()
    },
  })

  const restored = useRef(draft !== null)
  useEffect(() => {
    if (restored.current) toast('接着上次没做完的继续')
  }, [])

  const { data, error } = query
  const current: TestDraft | null =
    draft ??
    (data
      ? { paper: data.paper, title: data.title, questions: data.questions, answers: {}, flags: [], at: 0, seconds: 0 }
      : null)
  if (!current) {
    const retry = error?.decided ? undefined : () => void query.refetch()
    const text = needsPurchase(error) ? '购买教材后即可做章末测验' : error?.msg
    return (
      <SessionState title="章末测验" error={text} onRetry={retry}>
        <LinkButton to={pageUrl('pages/study/index')}>去我的书架</LinkButton>
      </SessionState>
    )
  }
  const { questions, answers, flags } = current

  function change(next: Partial<TestDraft>): void {
    const spent = Math.round((Date.now() - since.current) / 1000)
    since.current = Date.now()
    setDraft((before) => {
      const now = before ?? current!
      return { ...now, ...next, seconds: now.seconds + spent }
    })
  }

  function answer(id: string, given: Answer | null): void {
    setDraft((before) => {
      const now = before ?? current!
      return { ...now, at, answers: { ...now.answers, [id]: given } }
    })
    change({})
  }

  async function confirmAndSubmit(): Promise<void> {
    const content = confirmSubmitText(unansweredNumbers(questions, answers), flaggedNumbers(questions, new Set(flags)))
    if ((await showModal({ content, confirmText: '交卷' })) !== 'confirm') return
    await submit.run({
      paper: current!.paper,
      answers: questions.flatMap(({ id }) => (answers[id] ? [{ id, answer: answers[id] }] : [])),
      seconds: current!.seconds + Math.round((Date.now() - since.current) / 1000),
    })
  }

  return (
    <QuestionSession
      title={current.title}
      onBack={() => void navigateBack()}
      questions={questions}
      at={Math.min(at, questions.length - 1)}
      onAt={(next) => {
        setAt(next)
        change({ at: next })
      }}
      answers={answers}
      onAnswer={answer}
      flags={new Set(flags)}
      onFlag={(id, on) => change({ flags: on ? [...flags, id] : flags.filter((one) => one !== id) })}
      status="作答保存在本机，可以随时离开再回来"
      finish={{ text: '交卷', running: submit.running, onFinish: () => void confirmAndSubmit() }}
    />
  )
}
