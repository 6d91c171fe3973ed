import { ItemFlag } from '@dxx/contract/calls/staff/exam-results'
import { describe, expect, it } from 'vitest'
import { asksForRegrade, flags, rateCronbachAlpha, sortFlags } from './flags'

describe('flags of the question analysis', () => {
  it('every flag of the contract has an explanation of one sentence', () => {
    for (const flag of ItemFlag.options) expect(flags[flag].means).toMatch(/^[^。]+。$/)
  })

  it('sorts the flag that suggests a wrong answer key first', () => {
    expect(sortFlags(['unused-distractor', 'weak', 'distractor-beats-key'])).toEqual([
      'distractor-beats-key',
      'weak',
      'unused-distractor',
    ])
  })

  it('suggests a regrade only for flags that suggest a wrong answer key', () => {
    expect([asksForRegrade(['too-hard', 'weak']), asksForRegrade(['negative'])]).toEqual([false, true])
  })

  it("rates Cronbach's alpha with the bounds 0.7, 0.8 and 0.9", () => {
    expect([null, 0.69, 0.7, 0.8, 0.9].map(rateCronbachAlpha)).toEqual(['算不出', '偏低', '可用', '良好', '很好'])
  })
})
