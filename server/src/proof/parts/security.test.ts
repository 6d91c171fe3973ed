import { expect, it } from 'vitest'
import { auditRow } from './security'

const found = (high: number, moderate: number) =>
  JSON.stringify({ metadata: { vulnerabilities: { info: 0, low: 0, moderate, high, critical: 0, total: 3 } } })

it.each([
  ['weaknesses that can wait', found(0, 3), '0 critical, 0 high, 3 moderate, 0 low, 0 info', true],
  ['one that cannot', found(1, 2), '0 critical, 1 high, 2 moderate, 0 low, 0 info', false],
  [
    'a registry that refuses',
    '{"message":"405 Method Not Allowed"}',
    'no registry answered: 405 Method Not Allowed',
    'not here',
  ],
  ['no answer at all', '', 'no registry answered', 'not here'],
])('the audit tells %s', (_, said, figure, ok) => {
  expect(auditRow(said)).toMatchObject({ figure, ok })
})
