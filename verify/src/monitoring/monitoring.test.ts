import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repoRoot } from '../../../server/src/base/paths'

const folder = join(repoRoot, 'deploy/monitoring')
const isInstalled = spawnSync('sh', ['-c', 'command -v promtool']).status === 0

const ruleFile = readFileSync(join(folder, 'rules.yml'), 'utf8')
const alerts = new Set([...ruleFile.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!))
describe('alert rules', () => {
  it('every alert is expected in a test of the rules', () => {
    const tested = readFileSync(join(import.meta.dirname, 'rules.test.yml'), 'utf8')
    const untested = [...alerts].filter((name) => !new RegExp(`alertname: ${name}\\n +exp_alerts:`).test(tested))
    expect(untested).toEqual([])
  })

  it.runIf(isInstalled)(
    'the rules fire for their causes and stay silent otherwise, by promtool',
    () => {
      const tests = join(import.meta.dirname, 'rules.test.yml')
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' })
      expect(stdout + stderr).toContain('SUCCESS')
      expect(status).toBe(0)
    },
    120_000,
  )
})
