import * as z from 'zod'
import { commonQuestionFields, Html, Points } from './shared'

export const PublicShort = z.object({ type: z.literal('short'), ...commonQuestionFields })
export const ShortAnswer = z.object({
  type: z.literal('short'),
  text: z.string().max(10_000, { error: '简答最多写 10000 字' }),
})
export const ShortKey = z.object({
  type: z.literal('short'),
  reference: Html,
  points: z.array(z.object({ score: Points, html: Html })),
})
