import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repoRoot } from '../../../server/src/base/paths'
import { reportSeconds } from './load'

it('the load test sends reports of students at the same interval as the web client', () => {
  const source = readFileSync(join(repoRoot, 'web/src/features/exam/attempt-sync.ts'), 'utf8')
  const milliseconds = /^const reportEvery = ([\d_]+)$/m.exec(source)?.[1]?.replaceAll('_', '')
  expect(Number(milliseconds)).toBe(reportSeconds * 1000)
})
