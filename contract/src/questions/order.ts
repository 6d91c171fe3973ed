import * as z from 'zod'
import { answerList, commonQuestionFields, Option, OptionId } from './shared'

export const PublicOrder = z.object({ type: z.literal('order'), ...commonQuestionFields, items: z.array(Option) })
export const OrderAnswer = z.object({ type: z.literal('order'), items: answerList(OptionId) })
export const OrderKey = z.object({ type: z.literal('order'), items: z.array(OptionId) })
