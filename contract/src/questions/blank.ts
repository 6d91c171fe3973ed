import * as z from 'zod'
import { answerList, commonQuestionFields } from './shared'

/** Each blank is `<span data-blank="0">` in the stem, counted from 0. */
export const PublicBlank = z.object({ type: z.literal('blank'), ...commonQuestionFields, blanks: z.int() })
export const BlankAnswer = z.object({
  type: z.literal('blank'),
  blanks: answerList(z.string().max(500, { error: '一个空最多填 500 字' })),
})
export const BlankKey = z.object({
  type: z.literal('blank'),
  /**
   * For each blank: the accepted texts, and whether the student's text is right. `rendered` holds, for each accepted
   * text, its HTML if it is a formula, otherwise ''.
   */
  blanks: z.array(
    z.object({
      accepted: z.array(z.string()),
      rendered: z.array(z.string()),
      verdict: z.enum(['right', 'partial', 'wrong']),
    }),
  ),
})
