import type { Answer } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import { useState } from 'react'
import { AnswerCard, CardCounts } from '../../features/questions/answer-card'
import type { Answers } from '../../features/questions/answers'
import { QuestionView, TypeTag } from '../../features/questions/question-view'
import { sampleQuestions, sampleResults } from '../../features/questions/samples'
import { Section, Specimen } from './section'

const all = Object.values(sampleQuestions)
const flags = new Set(['sample-judge', 'sample-blank'])
const nothing = () => {}

/** All question types with all possible results, and the answer card. */
export function Questions() {
  const [answers, setAnswers] = useState<Answers>({})
  const answer = (id: string, given: Answer | null) => setAnswers((before) => ({ ...before, [id]: given }))
  return (
    <>
      <Section title="题目：作答">
        <div className="grid grid-cols-1 gap-3 desk:grid-cols-2 desk:items-start">
          {all.map((question) => (
            <Specimen key={question.id} name={typeNames[question.type]}>
              <div className="mb-2">
                <TypeTag question={question} />
              </div>
              <QuestionView
                question={question}
                answer={answers[question.id] ?? null}
                onAnswer={(given) => answer(question.id, given)}
              />
            </Specimen>
          ))}
        </div>
      </Section>
      <Section title="题目：结果与解析">
        <div className="grid grid-cols-1 gap-3 desk:grid-cols-2 desk:items-start">
          {sampleResults.map(({ name, question, result }) => (
            <Specimen key={name} name={name}>
              <QuestionView
                question={sampleQuestions[question]}
                answer={result.answer}
                onAnswer={nothing}
                result={result}
                quiet
              />
            </Specimen>
          ))}
        </div>
      </Section>
      <Section title="答题卡">
        <div className="grid grid-cols-1 gap-3 desk:grid-cols-2 desk:items-start">
          <Specimen name="作答中">
            <CardCounts questions={all} answers={answers} flags={flags} />
            <AnswerCard questions={all} answers={answers} flags={flags} at={1} onGo={nothing} />
          </Specimen>
          <Specimen name="交卷后">
            <AnswerCard
              questions={all}
              answers={answers}
              flags={flags}
              verdicts={Object.fromEntries(
                sampleResults.map(({ question, result }) => [sampleQuestions[question].id, result.verdict]),
              )}
              at={1}
              onGo={nothing}
            />
          </Specimen>
        </div>
      </Section>
    </>
  )
}
