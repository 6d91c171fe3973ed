import * as z from 'zod'
import { answerList, commonQuestionFields, OptionId } from './shared'

/** 材料题: a text with questions about it. `part`: schema of these questions, the union of all other types. */
export const publicMaterial = <P extends z.ZodType>(part: P) =>
  z.object({ type: z.literal('material'), ...commonQuestionFields, parts: z.array(part) })
export const materialAnswer = <A extends z.ZodType>(answer: A) =>
  z.object({ type: z.literal('material'), parts: answerList(z.object({ id: OptionId, answer })) })
export const MaterialKey = z.object({ type: z.literal('material') })
