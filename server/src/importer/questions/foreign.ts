import { questionDefaults } from '../../questions/author'
import { trimAuthorText, Unusable, unusable } from '../../questions/author-text'
import type { Accepted } from '../../questions/blank/rubric'
import { type ChoiceType, rightOf, type SourceOption } from '../../questions/choice/rubric'
import { numberFromBlank } from '../../questions/number/from-blank'
import { parseNumberAnswer, writeNumberAnswer } from '../../questions/number/notation'
import type { NumberRule } from '../../questions/number/rubric'
import type { About, SourcePart, SourceQuestion } from '../../questions/rubric'
import { wholeShare } from '../../questions/shares'

/**
 * Fields that other formats lack are written as tags such as `dxx:difficulty=2`, which other programs ignore and our
 * importer reads back.
 */
const prefix = 'dxx:'

export interface TaggedFields {
  tags: string[]
  fields: ReadonlyMap<string, string>
}

export function readTags(all: string[]): TaggedFields {
  const fieldTags = all.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length))
  return {
    tags: [...new Set(all.filter((tag) => !tag.startsWith(prefix) && tag.trim() !== '').map((tag) => tag.trim()))],
    fields: new Map(fieldTags.map((tag) => [tag.split('=', 1)[0]!, tag.slice(tag.indexOf('=') + 1)])),
  }
}

export function writeTags(question: SourceQuestion, more: Record<string, string | null> = {}): string[] {
  const fields: Record<string, string | null> = {
    difficulty: question.difficulty === questionDefaults.difficulty ? null : String(question.difficulty),
    chapter: question.chapter,
    test: question.test,
    ...more,
  }
  const fieldTags = Object.entries(fields).flatMap(([key, value]) =>
    value === null ? [] : [`${prefix}${key}=${value}`],
  )
  return [...question.tags, ...fieldTags]
}

/** Field with the number of parts of a 材料题, which our exports write as a description followed by its parts. */
const partsField = 'parts'
export const partFields = (parts: readonly unknown[]) => ({ [partsField]: String(parts.length) })
export const partCount = ({ fields }: TaggedFields) => Math.min(50, Number(fields.get(partsField) ?? 0) || 0)

/** Converts a part of a 材料题 to a separate question without labels. */
const asAlone = (part: SourcePart): SourceQuestion =>
  asQuestion(part, { difficulty: questionDefaults.difficulty, tags: [], chapter: null, test: null })

/** Writes the parts of a 材料题; throws the reason with the number of the part if one of them cannot be written. */
export function writeParts<T>(parts: SourcePart[], write: (part: SourceQuestion) => T): T[] {
  return parts.map((part, i) => {
    try {
      return write(asAlone(part))
    } catch (error) {
      if (error instanceof Unusable) return unusable(`第 ${i + 1} 小题：${error.message}`)
      throw error
    }
  })
}

export function aboutOf({ tags, fields }: TaggedFields): About {
  return {
    difficulty: Number(fields.get('difficulty') ?? questionDefaults.difficulty),
    tags,
    chapter: fields.get('chapter') ?? null,
    test: fields.get('test') ?? null,
  }
}

/** Share of an option of a 多选 without weights: shares that only express which options are right. */
const plainShare = (right: boolean, rights: number) => (right ? Math.round(wholeShare / rights) : -wholeShare)

const weighedMark = /^weighed-/

/** Name of the choice type for a lossless round trip; a single choice needs none. */
export const kindOf = ({ type, options }: { type: ChoiceType; options: SourceOption[] }) =>
  type === 'single' ? null : options.some(({ share }) => share !== null) ? `weighed-${type}` : type

/** Share of an option for formats that weight every option; questions without weights get plain shares. */
export const exportedShare = (options: SourceOption[], { right, share }: SourceOption) =>
  share ?? plainShare(right, options.filter((option) => option.right).length)

/**
 * Converts options by their shares. A single choice with one right option and no share for the others has no
 * weights. `kind` is the type that our export wrote into the file.
 */
export function weighedOptions(
  single: boolean,
  options: { text: string; share: number; fixed?: boolean }[],
  kind: string | undefined,
): { type: ChoiceType; options: SourceOption[] } {
  const positive = options.filter(({ share }) => share > 0).length
  const named = kind?.replace(weighedMark, '')
  const type: ChoiceType = single
    ? 'single'
    : named === 'indefinite' || named === 'multiple'
      ? named
      : positive > 1
        ? 'multiple'
        : 'indefinite'
  const choices = options.map(({ text, share, fixed = false }) => ({ text, right: rightOf(type, share), fixed, share }))
  const rights = choices.filter(({ right }) => right).length
  const plain = single
    ? rights === 1 && choices.every(({ right, share }) => right || share === 0)
    : kind !== undefined &&
      kind === named &&
      choices.every(({ right, share }) => Math.abs(share - plainShare(right, rights)) < 100)
  return { type, options: plain ? choices.map((option) => ({ ...option, share: null })) : choices }
}

/** Indents the lines of a list item; code, tables and lists start on a new line. */
const indented = (comment: string) =>
  `${/^(```|~~~|\||[-*+] |\d+[.)] |\$\$)/.test(comment) ? '\n\n' : ''}${comment}`.replace(/\n(?=.)/g, '\n  ')

/** Converts a category of Moodle, such as `$course$/top/Default for X/Y`, to the title of a chapter. */
export const categoryOf = (path: string) =>
  path
    .split(/(?<!\/)\/(?!\/)/)
    .map((name) => name.replaceAll('//', '/').trim())
    .filter((name) => name !== '' && !/^(\$\w+\$|top)$/i.test(name))
    .join('/')

/** Appends the feedback of answers to the analysis. */
export function withFeedback(analysis: string, feedback: { about: string; comment: string }[]): string {
  const filledFeedback = feedback.filter(({ comment }) => comment.trim() !== '')
  const lines = filledFeedback.map(({ about, comment }) => `- ${about.replace(/\n+/g, ' ')}：${indented(comment)}`)
  return trimAuthorText([analysis, lines.join('\n')].filter((piece) => piece.trim() !== '').join('\n\n'))
}

export const commonSourceFields = (stem: string, analysis: string, score = questionDefaults.score) => ({
  slug: '',
  stem,
  analysis,
  score,
})

/** Returns the alternatives with a positive share. */
export const withPositiveShare = (accepted: Accepted[]) => accepted.filter(({ share }) => share > 0)

export const asQuestion = (part: SourcePart, about: About): SourceQuestion => ({ ...part, ...about })

/**
 * Converts a blank for one number to a 数值题, unless a file of our export marks it as a blank. Units and relative
 * tolerance are read from the field `number`, which only our export writes.
 */
export function asNumber(part: SourcePart, fields: ReadonlyMap<string, string | undefined>): SourcePart {
  const number = part.type === 'blank' && fields.get('type') !== 'blank' ? numberFromBlank(part) : null
  const written = fields.get('number')
  return number ? { ...number, ...(written !== undefined && parseNumberAnswer(written)) } : part
}

/** Fields for a lossless round trip of a 数值题, or of a blank that would be read as a 数值题. */
export function numberFields(part: SourcePart): { type?: 'blank'; number?: string } {
  if (part.type === 'blank') return numberFromBlank(part) ? { type: 'blank' } : {}
  if (part.type !== 'number' || isPlainNumber(part)) return {}
  return { number: writeNumberAnswer(part) }
}

const isPlainNumber = ({ tolerance, units, unitShare }: NumberRule) =>
  units.length === 0 && unitShare === wholeShare / 2 && !tolerance.endsWith('%')
