import { type PartGiven, type PartRubric, type ScoredPart, whole } from '../rubric'
import { part, verdictOfShare } from './share'

type Rubric = Extract<PartRubric, { right: number[] }>
type Given = Extract<PartGiven, { options: number[] }>

/**
 * 单选: the right one or nothing. 多选, 不定项: all of the right ones for the full score, some of them and no wrong one
 * for half, anything wrong for nothing, as Chinese exams do. Where the author gave shares: what was chosen adds up,
 * between nothing and everything, as in Moodle.
 */
export function scoreChoice(rubric: Rubric, { options }: Given): ScoredPart {
  const share = rubric.shares ? sum(rubric.shares, options) : usual(rubric, options)
  const verdict = verdictOfShare(share)
  const score = verdict === 'right' ? rubric.score : part(rubric.score, share, whole)
  return { verdict, score, detail: { type: 'none' } }
}

function sum(shares: number[], options: number[]): number {
  const total = options.reduce((all, option) => all + shares[option]!, 0)
  return Math.min(whole, Math.max(0, total))
}

function usual({ type, right }: Rubric, options: number[]): number {
  if (options.some((option) => !right.includes(option))) return 0
  if (options.length === right.length) return whole
  return type === 'single' ? 0 : whole / 2
}
