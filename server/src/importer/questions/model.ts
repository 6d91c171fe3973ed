import type { CodeLanguage } from '@dxx/contract/calls/runcode'
import { type Accepted, type ChoiceType, whole } from '../../modules/questions/rubric'
import type { CodeTest } from '../../modules/runcode/public'

/**
 * A question as its author wrote it: all texts are Markdown. Every format is read into this and written from it. Scores
 * are hundredths of a point, shares parts of `whole`.
 */
export interface SourceOption {
  text: string
  right: boolean
  /** Keeps its place when options are shuffled. */
  fixed: boolean
  /** What it is worth where the author weighs options; then all of them have one. */
  share: number | null
}

interface Common {
  slug: string
  score: number
  stem: string
  analysis: string
}

export type SourcePart = Common &
  (
    | { type: ChoiceType; options: SourceOption[] }
    | { type: 'judge'; value: boolean }
    /** Each blank stands in the stem as `{{}}`. */
    | { type: 'blank'; blanks: Accepted[][]; caseSensitive: boolean }
    | { type: 'short'; reference: string; points: { score: number; text: string }[] }
    /** In the right order. */
    | { type: 'order'; items: string[] }
    | { type: 'match'; pairs: { left: string; right: string }[]; distractors: string[] }
    | {
        type: 'code'
        language: CodeLanguage
        starter: string
        solution: string
        tests: CodeTest[]
        db: string | null
      }
  )

export interface About {
  difficulty: number
  tags: string[]
  /** The chapter of a bank. */
  chapter: string | null
  /** The chapter test of a textbook. */
  test: string | null
}

export type SourceQuestion = About & (SourcePart | (Common & { type: 'material'; parts: SourcePart[] }))

export const defaults = { score: 100, difficulty: 3 }
export const placeholder = '{{}}'

/** Pictures that came along inside the file, by the name their Markdown uses. */
export type Images = ReadonlyMap<string, Buffer>
export const noImages: Images = new Map()

/** What became of one item of a file: nothing is passed over in silence. */
export type Reading =
  | {
      question: SourceQuestion
      /** How its author would recognise it. */
      item: string
      line: number
      /** What was not taken over. */
      notes: string[]
      images: Images
    }
  | { question: null; item: string; line: number; reason: string }

export const refused = (item: string, line: number, reason: string): Reading => ({ question: null, item, line, reason })

/** An item that cannot be taken in, and why; readers turn it into a `refused` reading. */
export class Unusable extends Error {}

export function unusable(reason: string): never {
  throw new Unusable(reason)
}

/** Line ends, spaces nobody sees, empty lines around. */
export function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/[ \t]+$/gm, '')
    .replace(/^\n+|\n+$/g, '')
}

export const rightOf = (type: ChoiceType, share: number) => (type === 'single' ? share >= whole - 10 : share > 0)

/** A beginning that tells an item from others. */
export function label(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return [...line].length > 40 ? `${[...line].slice(0, 40).join('')}…` : line
}

/** A percentage with up to seven digits of its share of the whole, as formats write it. */
export const percentOf = (share: number) => String(Number(((share * 100) / whole).toFixed(5)))
export const shareOfPercent = (percent: number) => Math.round((percent * whole) / 100)
