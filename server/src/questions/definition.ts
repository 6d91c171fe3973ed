import type { AnswerKey, PartAnswer, PartType, PublicPart, Verdict } from '@dxx/contract/questions'

/**
 * Data of a question type. `body`: what a student may see. `rubric`: how answers are scored. `given`: an answer. These
 * three count options, items and question parts from 0 in the author's order; for clients, papers shuffle them and
 * replace the numbers by ids. `source`: the question as its author wrote it, in Markdown.
 *
 * Scores are integers: hundredths of a point. Shares are integers too: parts of `whole`.
 */
interface Shapes {
  body: Stem & { type: PartType }
  rubric: Known & { type: PartType }
  given: { type: PartType }
  /** Scoring details beyond verdict and score. */
  detail: { type: string }
  source: SourceCommon & { type: PartType }
}

export interface Stem {
  stem: string
  score: number
}

export interface Known {
  score: number
  analysis: string
}

export interface SourceCommon extends Known {
  slug: string
  stem: string
}

export interface Scored<D> {
  verdict: Verdict
  score: number
  detail: D
}

export const noDetail = { type: 'none' } as const
export type NoDetail = typeof noDetail

export interface Scoring<S extends Shapes> {
  score(rubric: S['rubric'], given: S['given']): Scored<S['detail']>
  /** Whether the answer counts as unanswered: it is neither scored as wrong nor read by a grader. */
  isEmpty(given: S['given']): boolean
  /** Scoring details of an empty answer. */
  emptyDetail(rubric: S['rubric']): S['detail']
  /** Returns a rubric that accepts this answer; undefined if there can be none. Absent for types without a key. */
  rubricFor?(rubric: S['rubric'], given: S['given']): S['rubric'] | undefined
  /** Adapts the rubric to the score that a paper sets; absent for types in which only `score` changes. */
  scale?(rubric: S['rubric'], score: number): S['rubric']
  /** Absent for types that are always scored by their answer key. */
  manual?: ManualScoring<S>
  /** An answer for seed data, right or plausibly wrong. */
  sampleAnswer(rubric: S['rubric'], right: boolean): S['given']
}

/** Turns stored HTML into text: prose, or the source of a program. */
interface HtmlReader {
  prose(html: string): string
  program(html: string): string
}

/** Information for the grader of an answer. */
interface ManualScoring<S extends Shapes> {
  reference(rubric: S['rubric'], read: HtmlReader): string
  /** Grading criteria of the question; `score` in hundredths of a point. */
  points(rubric: S['rubric']): { score: number; html: string }[]
  /** Result of automatic scoring up to the point where it stopped; empty if there was none. */
  note(detail: S['detail'] | NoDetail): string
  /** Whether a grader has to score an answer with this detail. */
  isDue(detail: S['detail'] | NoDetail): boolean
}

/** Question part as shown in one paper. */
export interface PartView {
  /** Returns the id of an element by its kind and index: `id('o', 2)` is the id of the third option. */
  id(kind: string, index: number): string
  /** Inserts the URLs of media files. */
  link(html: string): string
  /** SQL of the dataset that programs work on. */
  setup: string
}

interface Choice<S extends Shapes> {
  label: string
  html: string
  isRight(rubric: S['rubric']): boolean
  isChosen(given: S['given']): boolean
}

type PublicCommon = Pick<PublicPart, 'id' | 'score' | 'stem'>

export interface Presenting<S extends Shapes> {
  show(body: S['body'], common: PublicCommon, view: PartView): PublicPart
  /** Converts the ids of an answer to the author's numbering; undefined if the answer does not fit the question. */
  read(body: S['body'], answer: PartAnswer, view: Pick<PartView, 'id'>): S['given'] | undefined
  write(given: S['given'], view: Pick<PartView, 'id'>): PartAnswer
  key(rubric: S['rubric'], detail: S['detail'] | NoDetail, view: PartView): AnswerKey
  /** Formats an answer for staff: options as letters in the author's order. */
  asText(given: S['given']): string
  /** Parses the output of `asText`; undefined if it does not fit the question. Absent for types without a key. */
  fromText?(text: string, body: S['body']): S['given'] | undefined
  /** Options in the author's order; absent for types without options. */
  choices?(body: S['body']): Choice<S>[]
  /** HTML that students see in addition to the stem, for search and the AI. */
  texts(body: S['body']): string[]
  /** The right answer as text for the AI; empty if the type has no key. */
  keyText(body: S['body'], rubric: S['rubric'], plain: (html: string) => string): string
}

/** Renders the author's Markdown. */
export interface Writer {
  html(markdown: string): Promise<string>
  /** Renders short texts; a text of a single paragraph is returned without its `<p>`. */
  lines(texts: string[]): Promise<string[]>
  /** Renders a formula; returns null if that is not possible. */
  formula(tex: string): Promise<string | null>
  error(text: string): void
  warning(text: string): void
}

/** Rendered texts that every question part has. */
interface Rendered {
  shown: Stem
  known: Known
}

/** A question part in our Markdown format. */
export interface MarkdownPart {
  type: PartType
  common: Pick<SourceCommon, 'slug' | 'score' | 'analysis'>
  keys: ReadonlyMap<string, string>
  lines: string[]
}

export type MarkdownKey = [key: string, value: string | null]

export interface Authoring<S extends Shapes> {
  /** Markdown keys of this type, in addition to those of every question. */
  readonly keys: readonly string[]
  fromMarkdown(part: MarkdownPart): S['source']
  markdownKeys(source: S['source']): MarkdownKey[]
  /** The blocks between the keys and the quotation at the end. */
  markdownBody(source: S['source']): string[]
  /** The quotation at the end. */
  markdownQuote(source: S['source']): string
  /** Problems in the author's text, in Chinese. */
  flaws(source: S['source']): string[]
  /** Returns the stem with placeholders for its answer fields; absent for types without fields in the stem. */
  stemToRender?(source: S['source']): string
  compile(source: S['source'], rendered: Rendered, writer: Writer): Promise<{ body: S['body']; rubric: S['rubric'] }>
}

export type Definition<S extends Shapes> = Scoring<S> & Presenting<S> & Authoring<S>
