import type { QuestionType } from '@dxx/contract/questions'
import { typeNames } from '@dxx/contract/rules/question-names'

export const questionTypes = Object.keys(typeNames) as QuestionType[]

/** The type of this name; undefined for anything else, as an address may hold. */
export const questionTypeOf = (text: string): QuestionType | undefined => questionTypes.find((type) => type === text)
