import { expect, it } from 'vitest'
import { auditRow } from './security'

const found = (high: number, moderate: number) =>
  JSON.stringify({ metadata: { vulnerabilities: { info: 0, low: 0, moderate, high, critical: 0, total: 3 } } })

it.each([
  ['moderate vulnerabilities as passed', found(0, 3), '0 critical, 0 high, 3 moderate, 0 low, 0 info', true],
  ['a high vulnerability as failed', found(1, 2), '0 critical, 1 high, 2 moderate, 0 low, 0 info', false],
  [
    'a registry that rejects the request as unknown',
    '{"message":"405 Method Not Allowed"}',
    'no registry responded: 405 Method Not Allowed',
    'not run',
  ],
  ['no output as unknown', '', 'no registry responded', 'not run'],
])('the audit reports %s', (_, said, result, ok) => {
  expect(auditRow(said)).toMatchObject({ result, ok })
})
