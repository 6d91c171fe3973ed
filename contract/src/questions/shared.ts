import * as z from 'zod'

/** Id of an option, item or question part within one paper; it differs between papers. */
export const OptionId = z.string().regex(/^[a-z2-7]{10}$/, { error: '选项无效，请刷新后重新作答' })
/** HTML sanitised by the importer. */
export const Html = z.string()
/** Points with at most two decimals. */
export const Points = z.number()

export const Option = z.object({ id: OptionId, html: Html })

/** Fields of every question and of every question part of a 材料题. */
export const commonQuestionFields = {
  /** Id of the question; for a question part of a 材料题, an id within the paper. */
  id: z.string(),
  score: Points,
  stem: Html,
}

/** A list within an answer. */
export const answerList = <T extends z.ZodType>(item: T) =>
  z.array(item).max(100, { error: '作答的项数太多，请刷新后重新作答' })
