import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'

export const questionTypes = Object.keys(typeNames) as QuestionType[]

/** The question type of this name; undefined for any other text, since URLs can contain one. */
export const questionTypeOf = (text: string): QuestionType | undefined => questionTypes.find((type) => type === text)
