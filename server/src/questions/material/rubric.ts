import type { Known, Scored, SourceCommon, Stem } from '../definition'

/** 材料题: a text with questions about it. Each question part has one of the other types. */
export interface MaterialOf<Body, Rubric, Given, Detail, Source> {
  body: Stem & { type: 'material'; parts: Body[] }
  rubric: Known & { type: 'material'; parts: Rubric[] }
  given: { type: 'material'; parts: (Given | null)[] }
  detail: { type: 'material'; parts: Scored<Detail>[] }
  source: SourceCommon & { type: 'material'; parts: Source[] }
}
