import { noDetail, type Scoring } from '../definition'
import { partOfScore, verdictOfShare, wholeShare } from '../shares'
import type { ChoiceShapes } from './rubric'

/**
 * 单选: all points or none. 多选, 不定项: full score for all right options, half for some of them without a wrong one,
 * otherwise nothing, as in Chinese exams. If the author set shares: the sum of the chosen shares, limited to 0–1, as in
 * Moodle.
 */
export const choiceScoring: Scoring<ChoiceShapes> = {
  score(rubric, { options }) {
    const share = rubric.shares ? sum(rubric.shares, options) : usual(rubric, options)
    const verdict = verdictOfShare(share)
    const score = verdict === 'right' ? rubric.score : partOfScore(rubric.score, share, wholeShare)
    return { verdict, score, detail: noDetail }
  },
  isEmpty: ({ options }) => options.length === 0,
  emptyDetail: () => noDetail,
  rubricFor: ({ shares: _, ...rubric }, { options }) => ({ ...rubric, right: [...options].sort((a, b) => a - b) }),
  sampleAnswer: ({ type, right }, well) => ({ type, options: well ? right : [right[0] === 0 ? 1 : 0] }),
}

function sum(shares: number[], options: number[]): number {
  const total = options.reduce((all, option) => all + shares[option]!, 0)
  return Math.min(wholeShare, Math.max(0, total))
}

function usual({ type, right }: ChoiceShapes['rubric'], options: number[]): number {
  if (options.some((option) => !right.includes(option))) return 0
  if (options.length === right.length) return wholeShare
  return type === 'single' ? 0 : wholeShare / 2
}
