import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { repoRoot } from '../../root'
import { reportSeconds } from './load'

it('students of the load report as often as the page does', () => {
  const keeper = readFileSync(join(repoRoot, 'web/src/features/exam/keeper.ts'), 'utf8')
  const milliseconds = /^const reportEvery = ([\d_]+)$/m.exec(keeper)?.[1]?.replaceAll('_', '')
  expect(Number(milliseconds)).toBe(reportSeconds * 1000)
})
