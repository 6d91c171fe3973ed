import type { ScoredQuestion } from '@dxx/contract/questions'
import { useMemo, useState } from 'react'
import { navigateBack } from '../../router/navigation'
import { Empty } from '../../ui/empty'
import type { Answers } from './answers'
import { AskAi } from './ask-ai'
import { type QuestionResults, QuestionSession, type SessionProps } from './session'
import { SessionFrame } from './session-state'

export interface ReviewSessionProps {
  title: string
  results: readonly ScoredQuestion[]
  /** 错题解析: only wrong answers. */
  onlyWrong: boolean
  /** Whether the AI may be asked; false for an exam that is still open to other students. */
  mayAsk?: boolean
  /** Notes about a question, above it. */
  note?: SessionProps['note']
  /** Numbers of the questions on the paper; without them they are numbered as listed. */
  numbers?: SessionProps['numbers']
}

const nothing = () => {}

/** Review of graded answers, with right answers and analysis. */
export function ReviewSession({ title, results, onlyWrong, mayAsk = true, note, numbers }: ReviewSessionProps) {
  const shown = useMemo(
    () => (onlyWrong ? results.filter(({ verdict }) => verdict !== 'right') : results),
    [results, onlyWrong],
  )
  const [at, setAt] = useState(0)
  const questions = useMemo(() => shown.map(({ question }) => question), [shown])
  const answers: Answers = useMemo(
    () => Object.fromEntries(shown.map(({ question, answer }) => [question.id, answer])),
    [shown],
  )
  const resultsById: QuestionResults = useMemo(
    () => Object.fromEntries(shown.map((one) => [one.question.id, one])),
    [shown],
  )
  if (shown.length === 0) {
    return (
      <SessionFrame title={title}>
        <Empty hint="没有做错的题，真棒！" />
      </SessionFrame>
    )
  }
  return (
    <QuestionSession
      title={title}
      onBack={() => void navigateBack()}
      questions={questions}
      at={Math.min(at, questions.length - 1)}
      onAt={setAt}
      answers={answers}
      onAnswer={nothing}
      results={resultsById}
      tools={mayAsk ? (id) => <AskAi id={id} /> : undefined}
      note={note}
      numbers={numbers}
      readOnly
    />
  )
}
