import { z } from 'zod'
import { common, few, OptionId } from './shared'

/** 材料题: a text with questions about it. `part`: schema of these questions, the union of all other types. */
export const publicMaterial = <P extends z.ZodType>(part: P) =>
  z.object({ type: z.literal('material'), ...common, parts: z.array(part) })
export const materialAnswer = <A extends z.ZodType>(answer: A) =>
  z.object({ type: z.literal('material'), parts: few(z.object({ id: OptionId, answer })) })
export const MaterialKey = z.object({ type: z.literal('material') })
