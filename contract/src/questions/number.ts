import * as z from 'zod'
import { commonQuestionFields } from './shared'

export const PublicNumber = z.object({
  type: z.literal('number'),
  ...commonQuestionFields,
  /** Unit shown beside the field; empty if there is none or the student has to write it. */
  unit: z.string(),
  asksUnit: z.boolean(),
})
export const NumberAnswer = z.object({
  type: z.literal('number'),
  /** As typed; a unit may follow the number. */
  value: z.string().max(100, { error: '数值最多填 100 字' }),
  unit: z.string().max(50, { error: '单位最多填 50 字' }),
})
export const NumberKey = z.object({
  type: z.literal('number'),
  value: z.string(),
  /** Empty if only the exact value is right. */
  tolerance: z.string(),
  /** Accepted units; the value is in the first one. */
  units: z.array(z.string()),
  /** Whether the number and the unit of the answer are right. */
  number: z.boolean(),
  unit: z.boolean(),
})
