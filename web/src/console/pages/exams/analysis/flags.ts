import type { ItemFlag } from '@dxx/contract/calls/staff/exam-results'
import type { Tone } from '../../../kit/tag'

/** Name of each flag and one sentence with its meaning and what to do. The most serious flag comes first. */
export const flags: Record<ItemFlag, { name: string; tone: Tone; means: string }> = {
  'distractor-beats-key': {
    name: '疑似答案有误',
    tone: 'red',
    means: '总分前三分之一的学生更多选了一个错误选项，请先核对答案。',
  },
  negative: {
    name: '区分度为负',
    tone: 'red',
    means: '总分低的学生在这题上反而得分更高，答案可能有误，或题目有歧义。',
  },
  'too-hard': { name: '偏难', tone: 'amber', means: '平均得分率不到 20%，可能超出所学，或题意不清。' },
  weak: { name: '区分度低', tone: 'amber', means: '这题得分与其余题的得分几乎无关，看不出谁学得好。' },
  'too-easy': { name: '偏易', tone: 'grey', means: '平均得分率超过 95%，几乎人人都对，分不出高低。' },
  'unused-distractor': { name: '有选项没人选', tone: 'grey', means: '有错误选项没有一个人选，下次可以换一个更像的。' },
}

const order = Object.keys(flags) as ItemFlag[]

/** The flags of a question, the most serious one first. */
export const sortFlags = (found: readonly ItemFlag[]): ItemFlag[] => order.filter((flag) => found.includes(flag))

/** Whether a flag suggests that the answer key is wrong, so that a regrade may be needed. */
export const asksForRegrade = (found: readonly ItemFlag[]): boolean =>
  found.includes('distractor-beats-key') || found.includes('negative')

/** Rating of Cronbach's alpha as text, by the usual bounds. */
export function rateCronbachAlpha(alpha: number | null): string {
  if (alpha === null) return '算不出'
  if (alpha >= 0.9) return '很好'
  if (alpha >= 0.8) return '良好'
  if (alpha >= 0.7) return '可用'
  return '偏低'
}
