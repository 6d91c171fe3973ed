import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from '../../root'
import type { Row, Stage } from '../stage'

interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { failureMessages?: string[] }[] }[]
}

/** Tests that have a long form: run in it, they tell figures. Two files at a time: nothing in them is timed. */
async function runTests(stage: Stage, part: string, files: string[], target: string): Promise<Row[]> {
  const figures = join(stage.folder, `${part}.jsonl`)
  const report = join(stage.folder, `${part}.json`)
  const vitest = join(repoRoot, 'node_modules/vitest/vitest.mjs')
  const how = ['--project', 'server', '--retry=0', '--maxWorkers=2']
  const args = ['run', ...how, '--reporter=json', `--outputFile=${report}`, ...files]
  const env = { ...process.env, DXX_PROVE: '1', DXX_KILLS: '50', DXX_SEQUENCES: '500', DXX_FIGURES: figures }
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: repoRoot, env, stdio: 'ignore' })
  const told = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : []
  const rows = told.map((line): Row => {
    const { name, ...values } = JSON.parse(line) as Record<string, string | number>
    const figure = Object.entries(values).map(([key, value]) => `${value} ${key.replaceAll('_', ' ')}`)
    return { part: String(name), figure: figure.join(', '), target, ok: status === 0 }
  })
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  const why = testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap((one) => one.failureMessages ?? []),
  )
  const figure = [`${numPassedTests} tests passed, ${numFailedTests} failed`, ...why.map((text) => text.split('\n')[0])]
  return [...rows, { part, figure: figure.join('; '), target: '0 failed', ok: status === 0 }]
}

export const authorizationPart = (stage: Stage) =>
  runTests(
    stage,
    'authorization',
    ['src/proof/mutants.test.ts', 'src/proof/matrix.test.ts', 'src/proof/witnesses.test.ts'],
    '0',
  )
export const hostilePart = (stage: Stage) => runTests(stage, 'hostile input', ['src/proof/hostile.test.ts'], '0 failed')
export const offlinePart = (stage: Stage) =>
  runTests(stage, 'faults: client offline', ['src/proof/offline.test.ts'], '0 lost, 0 doubled')
export const killsPart = (stage: Stage) =>
  runTests(
    stage,
    'faults: kill -9 (save, submit, notify)',
    ['src/modules/exams/kill.test.ts', 'src/modules/commerce/kill.test.ts'],
    '0 lost, 0 doubled',
  )
