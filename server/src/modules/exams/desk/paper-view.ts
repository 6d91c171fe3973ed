import type { AnswerKey } from '@dxx/contract/questions'
import type { PaperSection } from '../../../db/schema/exams'
import { inAuthoredOrder, publicQuestion, scoredQuestion, type Version, type View } from '../../../questions/present'
import type { Scored } from '../../../questions/rubric'
import { scoreAnswer } from '../../../questions/score'

/** Keys and analyses of a question: one per question part of a 材料题. */
export function keysOf(version: Version, view: View): { keys: AnswerKey[]; analysis: string[] } {
  const empty: Scored = scoreAnswer(version.rubric, null)
  const { key, analysis, parts } = scoredQuestion(version, null, empty, view)
  const wholeKey = version.rubric.type === 'material' ? [] : [{ key, analysis }]
  const all = [...wholeKey, ...parts]
  return {
    keys: all.flatMap((part) => (part.key ? [part.key] : [])),
    analysis: [...(version.rubric.type === 'material' ? [analysis] : []), ...all.map((part) => part.analysis)],
  }
}

/** Splits a paper into its consecutive sections. */
export function inSections<T>(list: T[], sections: PaperSection[] | null) {
  const counts = (sections ?? [{ title: '', count: list.length }]).map(({ count }) => count)
  return counts.map((count, i) => {
    const from = counts.slice(0, i).reduce((sum, one) => sum + one, 0)
    const { title = '', draw } = sections?.[i] ?? {}
    return { title, draw, items: list.slice(from, from + count) }
  })
}

/** A paper for staff: questions as students see them, with keys, in the order of the author. */
export function paperWithKeys(versions: Version[], view: View, sections: PaperSection[] | null) {
  const points = (list: Version[]) => list.reduce((sum, { rubric }) => sum + rubric.score, 0) / 100
  return {
    points: points(versions),
    sections: inSections(versions, sections).map(({ title, draw, items }) => ({
      title,
      count: items.length,
      points: points(items),
      ...(draw !== undefined && draw < items.length && { draw }),
    })),
    questions: versions.map((version) => inAuthoredOrder(version, publicQuestion(version, view), view)),
    keys: versions.map((version) => keysOf(version, view)),
  }
}
