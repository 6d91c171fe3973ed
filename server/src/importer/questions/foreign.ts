import { type Accepted, type ChoiceType, whole } from '../../modules/questions/rubric'
import { type About, defaults, rightOf, type SourceOption, type SourcePart, type SourceQuestion, tidy } from './model'

/**
 * What formats of others have no word for travels in tags such as `dxx:difficulty=2`. They mean nothing elsewhere and
 * come back as fields here.
 */
const prefix = 'dxx:'

export interface Carried {
  tags: string[]
  fields: ReadonlyMap<string, string>
}

export function readTags(all: string[]): Carried {
  const own = all.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length))
  return {
    tags: [...new Set(all.filter((tag) => !tag.startsWith(prefix) && tag.trim() !== '').map((tag) => tag.trim()))],
    fields: new Map(own.map((tag) => [tag.split('=', 1)[0]!, tag.slice(tag.indexOf('=') + 1)])),
  }
}

export function writeTags(question: SourceQuestion, more: Record<string, string | null> = {}): string[] {
  const fields: Record<string, string | null> = {
    difficulty: question.difficulty === defaults.difficulty ? null : String(question.difficulty),
    chapter: question.chapter,
    test: question.test,
    ...more,
  }
  const carried = Object.entries(fields).flatMap(([key, value]) => (value === null ? [] : [`${prefix}${key}=${value}`]))
  return [...question.tags, ...carried]
}

export function aboutOf({ tags, fields }: Carried): About {
  return {
    difficulty: Number(fields.get('difficulty') ?? defaults.difficulty),
    tags,
    chapter: fields.get('chapter') ?? null,
    test: fields.get('test') ?? null,
  }
}

/** Shares that say no more than which options are right: `multiple` in our way of scoring. */
const plainShare = (right: boolean, rights: number) => (right ? Math.round(whole / rights) : -whole)

const weighedMark = /^weighed-/

/** The type of a choice in words that come back as the same; a single choice needs none. */
export const kindOf = ({ type, options }: { type: ChoiceType; options: SourceOption[] }) =>
  type === 'single' ? null : options.some(({ share }) => share !== null) ? `weighed-${type}` : type

/** What an option of an unweighed question is worth in formats that weigh every option. */
export const exportedShare = (options: SourceOption[], { right, share }: SourceOption) =>
  share ?? plainShare(right, options.filter((option) => option.right).length)

/**
 * Options by their shares. One right and the others nothing is a plain single choice. `kind` is the type that a file of
 * our own says it was.
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
  const made = options.map(({ text, share, fixed = false }) => ({ text, right: rightOf(type, share), fixed, share }))
  const rights = made.filter(({ right }) => right).length
  const plain = single
    ? rights === 1 && made.every(({ right, share }) => right || share <= 0)
    : kind !== undefined &&
      kind === named &&
      made.every(({ right, share }) => Math.abs(share - plainShare(right, rights)) < 100)
  return { type, options: plain ? made.map((option) => ({ ...option, share: null })) : made }
}

/** What an answer says to somebody who chose it, kept as part of the analysis. */
export function withFeedback(analysis: string, feedback: { about: string; says: string }[]): string {
  const said = feedback.filter(({ says }) => says.trim() !== '')
  const lines = said.map(({ about, says }) => `- ${about}：${says.replace(/\n+/g, ' ')}`)
  return tidy([analysis, lines.join('\n')].filter((piece) => piece.trim() !== '').join('\n\n'))
}

export const common = (stem: string, analysis: string, score = defaults.score) => ({ slug: '', stem, analysis, score })

/** Alternatives that are worth something. */
export const worth = (accepted: Accepted[]) => accepted.filter(({ share }) => share > 0)

export const asQuestion = (part: SourcePart, about: About): SourceQuestion => ({ ...part, ...about })
