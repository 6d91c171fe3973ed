import * as z from 'zod'
import { answerList, commonQuestionFields, Option, OptionId } from './shared'

const Pair = z.object({ left: OptionId, right: OptionId })

/** A right item may match several left items, or none. */
export const PublicMatch = z.object({
  type: z.literal('match'),
  ...commonQuestionFields,
  lefts: z.array(Option),
  rights: z.array(Option),
})
export const MatchAnswer = z.object({ type: z.literal('match'), pairs: answerList(Pair) })
export const MatchKey = z.object({ type: z.literal('match'), pairs: z.array(Pair) })
