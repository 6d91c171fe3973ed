import { z } from 'zod'

/** Small shapes that many calls share. */
export const Id = z.uuid({ error: '编号无效' })
export const UnixSeconds = z.int()
export const Mobile = z.string().regex(/^1[3-9]\d{9}$/, { error: '请输入正确的手机号' })
/** `'price,discountPercent'`, see rules/amount. */
export const Amount = z.string()
/** What a call answers that has nothing to say. */
export const Done = z.object({})
/** The kinds of curriculum: anything sold or studied. */
export const CurriculumKind = z.enum(['course', 'ebook', 'textbook', 'bank'])
export type CurriculumKind = z.infer<typeof CurriculumKind>
