import './questions.css'
import type { AnswerKey, PartAnswer, PublicPart, PublicQuestion } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'
import type { ReactNode } from 'react'
import { Prose } from '../../ui/prose'
import { pointsOf } from './labels'
import { typeViews } from './types'

interface PrintedQuestionProps {
  question: PublicQuestion
  /** Number of the question on the paper. */
  number?: number
  /** Text after type and points, such as 错 2 次. */
  note?: ReactNode
  /** The user's answers, printed instead of space to write: one, or one per question part of a 材料题. */
  answers?: readonly (PartAnswer | null)[]
}

/** A question for print, with options to tick and space to write, or with the user's answer. */
export function PrintedQuestion({ question, number, note, answers }: PrintedQuestionProps) {
  const parts = question.type === 'material' ? question.parts : []
  return (
    <li>
      <p className="text-12">
        {number !== undefined && <b className="text-14">{number}.</b>} {typeNames[question.type]} ·{' '}
        {pointsOf(question.score)} 分{note && <> · {note}</>}
      </p>
      <Prose html={question.stem} className="text-14! leading-[1.8]!" />
      {question.type !== 'material' && <AnswerRoom part={question} answer={answers && (answers[0] ?? null)} />}
      {parts.map((part, index) => (
        <div key={part.id} className="mt-2">
          <div className="flex gap-1 text-14">
            （{index + 1}）
            <Prose html={part.stem} className="text-14! leading-[1.8]!" />
          </div>
          <AnswerRoom part={part} answer={answers && (answers[index] ?? null)} />
        </div>
      ))}
    </li>
  )
}

/** Space to write an answer; prints the answer instead if it is given (null: not answered). */
function AnswerRoom({ part, answer }: { part: PublicPart; answer?: PartAnswer | null }) {
  const { Print, printedAnswer } = typeViews[part.type]
  if (answer === undefined) return <Print part={part} />
  const given = answer?.type === part.type ? printedAnswer(part, answer) : '没有作答'
  return (
    <Print
      part={part}
      answer={
        <div className="mt-1 text-14">
          <b>我的作答：</b>
          {given}
        </div>
      }
    />
  )
}

const small = 'text-13! leading-[1.7]!'

/** Reference answer and rubric of a 简答, or the reference program of a 编程题. */
function LongKey({ answer }: { answer: AnswerKey | null }) {
  if (answer?.type === 'code') return answer.solution && <Prose html={answer.solution} className={small} />
  if (answer?.type !== 'short') return null
  return (
    <>
      <Prose html={answer.reference} className={small} />
      {answer.points.length > 0 && (
        <ul className="mt-1 text-13">
          {answer.points.map(({ score, html }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rubric points have no id and keep their order
            <li key={at} className="flex gap-2">
              <span className="tabular-nums shrink-0">{pointsOf(score)} 分</span>
              <Prose html={html} className={small} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface PrintedAnswerProps {
  question: PublicQuestion
  number?: number
  /** Right answers: one, or one per question part of a 材料题. */
  keys: readonly (AnswerKey | null)[]
  /** Each as HTML. */
  analysis: readonly string[]
}

/** The right answer of a question and its analysis, for print. */
export function PrintedAnswer({ question, number, keys, analysis }: PrintedAnswerProps) {
  const parts: PublicPart[] = question.type === 'material' ? question.parts : [question]
  return (
    <li className="text-14">
      {number !== undefined && <b>{number}.</b>} {question.type !== 'material' && keyText(question, keys[0] ?? null)}
      {question.type === 'material' &&
        parts.map((part, index) => (
          <div key={part.id}>
            （{index + 1}）{keyText(part, keys[index] ?? null)}
          </div>
        ))}
      {keys.map((key, index) => (
        <LongKey key={parts[index]?.id} answer={key} />
      ))}
      {analysis.map((html, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the analyses of a question keep their order
        html ? <Prose key={index} html={html} className={small} /> : null,
      )}
    </li>
  )
}

const keyText = (part: PublicPart, key: AnswerKey | null) =>
  key?.type === part.type ? typeViews[part.type].printedKey(part, key) : ''
