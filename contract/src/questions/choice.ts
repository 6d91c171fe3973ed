import * as z from 'zod'
import { answerList, commonQuestionFields, Option, OptionId } from './shared'

/** 单选, 多选 and 不定项 differ only in how many options are right. */
const Choice = z.enum(['single', 'multiple', 'indefinite'])

export const PublicChoice = z.object({ type: Choice, ...commonQuestionFields, options: z.array(Option) })
export const ChoiceAnswer = z.object({ type: Choice, options: answerList(OptionId) })
export const ChoiceKey = z.object({ type: Choice, options: z.array(OptionId) })
