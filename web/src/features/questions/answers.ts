import type { Answer, PartAnswer, PublicPart, PublicQuestion } from '@dxx/contract/questions'

/** How much of a question has been answered. Only `done` counts as 已作答, so that no blank is forgotten. */
export type Progress = 'none' | 'partial' | 'done'

export type Answers = Readonly<Record<string, Answer | null | undefined>>

export function progressOf(question: PublicQuestion | PublicPart, answer: Answer | null | undefined): Progress {
  if (!answer || answer.type !== question.type) return 'none'
  switch (answer.type) {
    case 'judge':
      return 'done'
    case 'blank':
      return share(filled(answer.blanks), question.type === 'blank' ? question.blanks : 0)
    case 'short':
      return answer.text.trim() ? 'done' : 'none'
    case 'order':
      return answer.items.length > 0 ? 'done' : 'none'
    case 'match':
      return share(answer.pairs.length, question.type === 'match' ? question.lefts.length : 0)
    case 'code':
      return question.type === 'code' && answer.source.trim() && answer.source !== question.starter ? 'done' : 'none'
    case 'material':
      return question.type === 'material' ? materialProgress(question.parts, answer.parts) : 'none'
    default:
      return answer.options.length > 0 ? 'done' : 'none'
  }
}

const filled = (blanks: readonly string[]) => blanks.filter((blank) => blank.trim()).length

const share = (some: number, all: number): Progress => (some === 0 ? 'none' : some < all ? 'partial' : 'done')

type GivenParts = readonly { id: string; answer: PartAnswer }[]

function materialProgress(parts: readonly PublicPart[], given: GivenParts): Progress {
  const each = parts.map((part) => progressOf(part, partAnswer(given, part.id)))
  if (each.every((progress) => progress === 'done')) return 'done'
  return each.every((progress) => progress === 'none') ? 'none' : 'partial'
}

export function partAnswer(given: GivenParts, id: string): PartAnswer | null {
  return given.find((part) => part.id === id)?.answer ?? null
}

/** The answer to a 材料题 after one of its parts was answered anew, or emptied. */
export function withPart(answer: Answer | null, id: string, part: PartAnswer | null): Answer | null {
  const given = answer?.type === 'material' ? answer.parts : []
  const others = given.filter((one) => one.id !== id)
  const parts = part ? [...others, { id, answer: part }] : others
  return parts.length > 0 ? { type: 'material', parts } : null
}

export function unansweredCount(questions: readonly PublicQuestion[], answers: Answers): number {
  return questions.filter((question) => progressOf(question, answers[question.id]) !== 'done').length
}
