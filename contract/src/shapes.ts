import * as z from 'zod'

// Small shapes shared by many calls.

export const Id = z.uuid({ error: '编号无效' })
/** At most 34 bits, as `study_events` stores it; enough until the year 2514. */
export const UnixSeconds = z
  .int()
  .min(0)
  .max(2 ** 34 - 1)
/** Largest integer of an int4 column. */
const mostInt4 = 2 ** 31 - 1
/** Whole number from 0 that fits an int4 column: offsets, positions in seconds, revisions. */
export const Count = z.int().min(0).max(mostInt4)
/** Like Count, but from 1. */
export const Ordinal = z.int().min(1).max(mostInt4)
export const Mobile = z.string().regex(/^1[3-9]\d{9}$/, { error: '请输入正确的手机号' })
/** `'price,discountPercent'`, see rules/amount. */
export const Amount = z.string()
/** Empty response data. */
export const Done = z.object({})
/** Kinds of curriculum: anything sold or studied. */
export const CurriculumKind = z.enum(['course', 'ebook', 'textbook', 'bank'])
export type CurriculumKind = z.infer<typeof CurriculumKind>
