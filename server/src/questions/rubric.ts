import type { BlankShapes } from './blank/rubric'
import type { ChoiceShapes } from './choice/rubric'
import type { CodeShapes } from './code/rubric'
import type { NoDetail, Scored as ScoredAs } from './definition'
import type { JudgeShapes } from './judge/rubric'
import type { MatchShapes } from './match/rubric'
import type { MaterialOf } from './material/rubric'
import type { NumberShapes } from './number/rubric'
import type { OrderShapes } from './order/rubric'
import type { ShortShapes } from './short/rubric'

/** Shapes (see definition.ts) of all types that a question part of a 材料题 may have. */
type PartShapes =
  | ChoiceShapes
  | JudgeShapes
  | BlankShapes
  | ShortShapes
  | OrderShapes
  | MatchShapes
  | CodeShapes
  | NumberShapes

export type PartBody = PartShapes['body']
export type PartRubric = PartShapes['rubric']
export type PartGiven = PartShapes['given']
export type PartDetail = PartShapes['detail'] | NoDetail
export type SourcePart = PartShapes['source']
export type ScoredPart = ScoredAs<PartDetail>

type Material = MaterialOf<PartBody, PartRubric, PartGiven, PartDetail, SourcePart>

export type Body = PartBody | Material['body']
export type Rubric = PartRubric | Material['rubric']
export type Given = PartGiven | Material['given']
export type Detail = PartDetail | Material['detail']
export type Scored<D extends Detail = Detail> = ScoredAs<D>

/** Position and labels of a question: its chapter, score and tags. */
export interface About {
  difficulty: number
  tags: string[]
  /** Chapter of its question bank. */
  chapter: string | null
  /** Chapter test of a textbook. */
  test: string | null
}

/** A question as its author wrote it; all texts are Markdown. All import and export formats convert to or from this. */
export type SourceQuestion = About & (SourcePart | Material['source'])
