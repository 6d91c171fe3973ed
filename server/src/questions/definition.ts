import type { AnswerKey, PartAnswer, PartType, PublicPart, Verdict } from '@dxx/contract/questions'

/**
 * What a question type consists of. `Body` is what a student may see, `Rubric` what answers are scored by, `Given` an
 * answer, all by the question's own numbering: options, items and parts are counted from 0 as the author wrote them.
 * Papers shuffle and rename them for the outside. `Source` is the question as its author wrote it, in Markdown.
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
  /** Whether the answer counts as none: neither wrong nor for a grader to read. */
  isEmpty(given: S['given']): boolean
  /** Of an answer that is empty. */
  emptyDetail(rubric: S['rubric']): S['detail']
  /** The rubric by which this answer is right; undefined if it cannot be. Absent for types without a key. */
  rubricFor?(rubric: S['rubric'], given: S['given']): S['rubric'] | undefined
  /** The rubric with points of a paper; absent where only its score changes. */
  scale?(rubric: S['rubric'], score: number): S['rubric']
  /** Absent for types that only their key scores. */
  manual?: ManualScoring<S>
  /** An answer for seed data, right or plausibly wrong. */
  sampleAnswer(rubric: S['rubric'], right: boolean): S['given']
}

/** Turns stored HTML into text: prose, or the source of a program. */
interface HtmlReader {
  prose(html: string): string
  program(html: string): string
}

/** What a person who scores an answer needs to know. */
interface ManualScoring<S extends Shapes> {
  reference(rubric: S['rubric'], read: HtmlReader): string
  /** Rubric points of the question, in hundredths of a point. */
  points(rubric: S['rubric']): { score: number; html: string }[]
  /** How far automatic scoring got; empty without one. */
  note(detail: S['detail'] | NoDetail): string
  /** Whether a person scores an answer with this detail. */
  isDue(detail: S['detail'] | NoDetail): boolean
}

/** Question part as shown in one paper. */
export interface PartView {
  /** The id of the thing of a kind with a number: `id('o', 2)` is the third option. */
  id(kind: string, index: number): string
  /** Puts in the addresses of pictures. */
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
  /** An answer by the question's own numbering. Undefined where it does not fit the question. */
  read(body: S['body'], answer: PartAnswer, view: Pick<PartView, 'id'>): S['given'] | undefined
  write(given: S['given'], view: Pick<PartView, 'id'>): PartAnswer
  key(rubric: S['rubric'], detail: S['detail'] | NoDetail, view: PartView): AnswerKey
  /** An answer as text for staff: options by their letters as authored. */
  asText(given: S['given']): string
  /** Reads what `asText` writes; undefined where it does not fit. Absent for types without a key. */
  fromText?(text: string, body: S['body']): S['given'] | undefined
  /** What students choose from, as authored; absent for types without options. */
  choices?(body: S['body']): Choice<S>[]
  /** What students see besides the stem, as HTML, for search and the AI. */
  texts(body: S['body']): string[]
  /** The right answer as text for the AI; empty where it has none. */
  keyText(body: S['body'], rubric: S['rubric'], plain: (html: string) => string): string
}

/** Renders the author's Markdown. */
export interface Writer {
  html(markdown: string): Promise<string>
  /** Short texts: without the paragraph around them where that is all there is. */
  lines(texts: string[]): Promise<string[]>
  /** A formula as HTML; null where it cannot be rendered. */
  formula(tex: string): Promise<string | null>
  error(text: string): void
  warning(text: string): void
}

/** What every part has, rendered. */
interface Rendered {
  shown: Stem
  known: Known
}

/** A part as our Markdown writes it. */
export interface MarkdownPart {
  type: PartType
  common: Pick<SourceCommon, 'slug' | 'score' | 'analysis'>
  keys: ReadonlyMap<string, string>
  lines: string[]
}

export type MarkdownKey = [key: string, value: string | null]

export interface Authoring<S extends Shapes> {
  /** Keys of the type besides those that every question has. */
  readonly keys: readonly string[]
  fromMarkdown(part: MarkdownPart): S['source']
  markdownKeys(source: S['source']): MarkdownKey[]
  /** The blocks between the keys and the quotation at the end. */
  markdownBody(source: S['source']): string[]
  /** The quotation at the end. */
  markdownQuote(source: S['source']): string
  /** Problems in the author's text, in Chinese. */
  flaws(source: S['source']): string[]
  /** The stem to render, where something in it stands for an answer field. */
  stemToRender?(source: S['source']): string
  compile(source: S['source'], rendered: Rendered, writer: Writer): Promise<{ body: S['body']; rubric: S['rubric'] }>
}

export type Definition<S extends Shapes> = Scoring<S> & Presenting<S> & Authoring<S>
