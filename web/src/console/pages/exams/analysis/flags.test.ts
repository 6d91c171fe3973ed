import { ItemFlag } from '@dxx/contract/calls/staff/exam-results'
import { describe, expect, it } from 'vitest'
import { alphaWord, asksForRegrade, flags, sortFlags } from './flags'

describe('flags', () => {
  it('explains every flag of the contract in one sentence', () => {
    for (const flag of ItemFlag.options) expect(flags[flag].means).toMatch(/^[^。]+。$/)
  })

  it('sorts the flag that suggests a wrong key first', () => {
    expect(sortFlags(['unused-distractor', 'weak', 'distractor-beats-key'])).toEqual([
      'distractor-beats-key',
      'weak',
      'unused-distractor',
    ])
  })

  it('suggests a regrade only where the key may be wrong', () => {
    expect([asksForRegrade(['too-hard', 'weak']), asksForRegrade(['negative'])]).toEqual([false, true])
  })

  it('names alpha by the usual bounds', () => {
    expect([null, 0.69, 0.7, 0.8, 0.9].map(alphaWord)).toEqual(['算不出', '偏低', '可用', '良好', '很好'])
  })
})
