import type { PublicQuestion, QuestionType, ScoredQuestion } from '@dxx/contract/questions'
import { mayNeedPerson } from '@dxx/contract/rules/question-names'
import type { StaffData } from '../../../api/client'

type Keys = StaffData<'GET /staff/v1/exam_paper'>['keys'][number]

/** A question of the paper with its answer key, in the format of a scored question without an answer. */
export function toKeyedQuestion(
  question: PublicQuestion,
  { keys, analysis }: Keys,
): Omit<ScoredQuestion, 'question' | 'answer'> {
  const scored = { verdict: 'unanswered' as const, score: 0 }
  if (question.type !== 'material')
    return {
      ...scored,
      maxScore: question.score,
      key: keys[0] ?? null,
      analysis: analysis[0] ?? '',
      parts: [],
    }
  return {
    ...scored,
    maxScore: question.score,
    key: null,
    // The first explanation belongs to the material, the others to its question parts.
    analysis: analysis[0] ?? '',
    parts: question.parts.map(({ id, score }, at) => ({
      ...scored,
      id,
      answer: null,
      maxScore: score,
      key: keys[at] ?? null,
      analysis: analysis[at + 1] ?? '',
    })),
  }
}

/** Whether further answers can be accepted as right: not for types that people or programs score. */
export const hasAnswerKey = (type: QuestionType): boolean => !mayNeedPerson(type)
