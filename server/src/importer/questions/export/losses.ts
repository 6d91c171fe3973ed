import type { SourcePart, SourceQuestion } from '../../../questions/rubric'
import type { Images } from '../reading'

/** A question to be written, with the images of its Markdown. */
export interface ToWrite {
  question: SourceQuestion
  images: Images
}

/** The formatted question, with a warning for each field that the format cannot express. */
export interface Written {
  text: string
  losses: string[]
}

const picture = /!\[((?:\\.|[^\]\\])*)\]\(([^)\s]+)\)/g

/** Returns the names of the images in a text. */
export const pictureNames = (markdown: string) => [...markdown.matchAll(picture)].map(([, , name = '']) => name)

export const renamePictures = (markdown: string, rename: (name: string) => string) =>
  markdown.replace(picture, (_, alt: string, name: string) => `![${alt}](${rename(name)})`)

export const hasPictures = (question: SourceQuestion) => /!\[[^\]]*\]\([^)]+\)/.test(JSON.stringify(question))

export const someFixed = (options: Extract<SourcePart, { options: unknown }>['options']) => {
  const fixed = options.filter((option) => option.fixed).length
  return fixed > 0 && fixed < options.length
}

export const isNumeric = (part: Extract<SourcePart, { type: 'blank' }>['blanks'][number]) =>
  part.every((accepted) => 'value' in accepted)
export const isText = (part: Extract<SourcePart, { type: 'blank' }>['blanks'][number]) =>
  part.every((accepted) => 'text' in accepted)

/** Warns about units of a 数值题 that a format keeps only in our tags. */
export function unitLosses(question: SourceQuestion, format: string): string[] {
  const parts = question.type === 'material' ? question.parts : [question]
  return parts.some((part) => part.type === 'number' && part.units.length > 0)
    ? [`${format} 不显示数值题的单位，导回来时才还原`]
    : []
}

/** Warns about weights of pairs, which only our formats and QTI support. */
export const weightLosses = (question: SourceQuestion, format: string): string[] =>
  question.type === 'match' && question.pairs.some(({ weight }) => weight !== undefined)
    ? [`${format} 带不了各对的权重，按每对同分`]
    : []
