import type { Answer, PartAnswer, PublicPart, PublicQuestion } from '@dxx/contract/questions'
import type { Progress } from './definition'
import { typeViews } from './types'

export type Answers = Readonly<Record<string, Answer | null | undefined>>

export function answerProgress(question: PublicQuestion | PublicPart, answer: Answer | null | undefined): Progress {
  if (!answer || answer.type !== question.type) return 'none'
  if (question.type !== 'material') return typeViews[question.type].progress(question, answer as PartAnswer)
  return materialProgress(question.parts, (answer as MaterialAnswer).parts)
}

type MaterialAnswer = Extract<Answer, { type: 'material' }>
type GivenParts = readonly { id: string; answer: PartAnswer }[]

function materialProgress(parts: readonly PublicPart[], given: GivenParts): Progress {
  const each = parts.map((part) => answerProgress(part, partAnswer(given, part.id)))
  if (each.every((progress) => progress === 'done')) return 'done'
  return each.every((progress) => progress === 'none') ? 'none' : 'partial'
}

export function partAnswer(given: GivenParts, id: string): PartAnswer | null {
  return given.find((part) => part.id === id)?.answer ?? null
}

/** Returns the answer to a 材料题 after one of its parts was answered or cleared. */
export function setPartAnswer(answer: Answer | null, id: string, part: PartAnswer | null): Answer | null {
  const given = answer?.type === 'material' ? answer.parts : []
  const others = given.filter((one) => one.id !== id)
  const parts = part ? [...others, { id, answer: part }] : others
  return parts.length > 0 ? { type: 'material', parts } : null
}

/** Numbers, from 1, of the questions without a complete answer. */
export function unansweredNumbers(questions: readonly PublicQuestion[], answers: Answers): number[] {
  return questions.flatMap((question, index) =>
    answerProgress(question, answers[question.id]) === 'done' ? [] : [index + 1],
  )
}

/** Numbers, from 1, of the flagged questions. */
export const flaggedNumbers = (questions: readonly { id: string }[], flags: ReadonlySet<string>): number[] =>
  questions.flatMap(({ id }, index) => (flags.has(id) ? [index + 1] : []))
