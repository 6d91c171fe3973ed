import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repoRoot } from '../../server/src/base/paths'
import type { Measurement } from '../../server/src/testing/measurements'
import { removeStaleClusters } from '../../server/src/testing/stale-clusters'
import type { ScenarioRow, VerifyEnvironment } from './environment'

/** The fields of vitest's report that are used here. */
export interface Report {
  testResults: {
    name: string
    /** Failure of the file itself or of its hooks. */
    message: string
    assertionResults: { status: string; failureMessages?: string[] }[]
  }[]
}

export interface Tested {
  file: string
  passed: number
  failed: number
  why: string[]
}

interface Tests {
  /** Prefix of the names of the files that the run writes. */
  name: string
  project?: 'server' | 'runner' | 'verify' | 'e2e'
  files: string[]
  variables?: Record<string, string>
}

/**
 * Runs tests in their long form, two files at a time, because none of them is timed. Returns their measurements with
 * verdicts, and the result of each file.
 */
export async function runTests(
  environment: VerifyEnvironment,
  { name, project = 'verify', files, variables }: Tests,
): Promise<{ measurements: ScenarioRow[]; tested: Tested[] }> {
  const fileOf = (ending: string) => join(environment.folder, `${name}.${ending}`)
  const [measured, report, printed] = [fileOf('jsonl'), fileOf('json'), fileOf('txt')]
  const how = ['--project', project, '--retry=0', '--maxWorkers=2']
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const long = { DXX_LONG_TESTS: '1', DXX_KILLS: '50', DXX_SEQUENCES: '500', DXX_FIGURES: measured }
  const status = await runVitest(environment, [...how, ...output, ...files], { ...long, ...variables }, printed)
  const measurements = existsSync(measured) ? readFileSync(measured, 'utf8').trim().split('\n').map(rowOf) : []
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults : []
  const tested = files.map((file) => testedIn(results, file))
  if (status !== 0) process.stderr.write(`\n${lastOf(printed, 4000)}\n`)
  // If no test failed, the run could not start, or an unhandled error occurred.
  if (status !== 0 && tested.every(({ failed }) => failed === 0))
    for (const one of tested) one.why.push(`vitest ended with ${status}: ${shortenError(lastOf(printed, 400))}`)
  return { measurements, tested }
}

/** Runs vitest in its own process group, so that all its child processes can be killed with it. */
async function runVitest(
  environment: VerifyEnvironment,
  args: string[],
  variables: Record<string, string>,
  outputFile: string,
) {
  const output = openSync(outputFile, 'w')
  const child = spawn(process.execPath, [join(repoRoot, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: repoRoot,
    env: { ...process.env, ...variables },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  const exited = once(child, 'exit')
  environment.onEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    endGroup(child.pid!)
    await exited
    // The PostgreSQL of the tests is in another process group, so it is stopped separately.
    await removeStaleClusters()
  })
  const [status] = await exited
  endGroup(child.pid!)
  return status as number | null
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // ESRCH: no process of the group is left.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function rowOf(line: string): ScenarioRow {
  const { name, values, target, ok } = JSON.parse(line) as Measurement
  const result = Object.entries(values).map(([key, value]) => `${value} ${key.replaceAll('_', ' ')}`)
  return { label: name, result: inCell(result.join(', ')), target, ok }
}

function testedIn(results: Report['testResults'], file: string): Tested {
  const found = results.find(({ name }) => name.endsWith(`/${file}`))
  if (!found) return { file, passed: 0, failed: 0, why: ['was not run'] }
  const having = (status: string) => found.assertionResults.filter((one) => one.status === status).length
  const messages = [found.message, ...found.assertionResults.flatMap(({ failureMessages = [] }) => failureMessages)]
  return { file, passed: having('passed'), failed: having('failed'), why: messages.filter(Boolean).map(shortenError) }
}

/** Whether a file has passed. A file whose tests were all skipped has not. */
const hasPassed = ({ passed, failed, why }: Tested) => passed > 0 && failed === 0 && why.length === 0

/** Builds the row with the verdict of the tests. */
export function buildTestRow(label: string, tested: Tested[]): ScenarioRow {
  const sum = (of: 'passed' | 'failed') => tested.reduce((total, one) => total + one[of], 0)
  const why = tested.flatMap((one) => one.why).slice(0, 5)
  const result = [`${sum('passed')} passed, ${sum('failed')} failed`, ...why].join('; ')
  return { label, result, target: '0 failed', ok: tested.every(hasPassed) }
}

const inCell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '/')

/** The first lines of an error, escaped for a table cell. */
export const shortenError = (text: string) =>
  inCell(stripVTControlCharacters(text).trim().split('\n').slice(0, 3).join(' ')).slice(0, 400)

const lastOf = (file: string, characters: number) =>
  stripVTControlCharacters(readFileSync(file, 'utf8')).trim().slice(-characters)
