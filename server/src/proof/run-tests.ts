import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repoRoot } from '../root'
import { removeAbandoned } from '../testing/abandoned'
import type { Figure } from './figures'
import type { Row, Stage } from './stage'

/** As much of vitest's report as is told. */
export interface Report {
  testResults: {
    name: string
    /** Where the file itself failed, or what it does before and after its tests. */
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
  /** Of the files that are written. */
  name: string
  project?: 'server' | 'e2e'
  files: string[]
  variables?: Record<string, string>
}

/**
 * Runs tests in their long form. Two files at a time: nothing in them is timed. Answers what they told, each figure with its
 * own verdict, and what became of each file that was asked for.
 */
export async function runTests(
  stage: Stage,
  { name, project = 'server', files, variables }: Tests,
): Promise<{ figures: Row[]; tested: Tested[] }> {
  const fileOf = (ending: string) => join(stage.folder, `${name}.${ending}`)
  const [told, report, said] = [fileOf('jsonl'), fileOf('json'), fileOf('txt')]
  const how = ['--project', project, '--retry=0', '--maxWorkers=2']
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const long = { DXX_PROVE: '1', DXX_KILLS: '50', DXX_SEQUENCES: '500', DXX_FIGURES: told }
  const status = await runVitest(stage, [...how, ...output, ...files], { ...long, ...variables }, said)
  const figures = existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n').map(rowOf) : []
  const results = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults : []
  const tested = files.map((file) => testedIn(results, file))
  if (status !== 0) process.stderr.write(`\n${lastOf(said, 4000)}\n`)
  // No test failed over it: it could not even begin, or an error came that nobody waited for.
  if (status !== 0 && tested.every(({ failed }) => failed === 0))
    for (const one of tested) one.why.push(`vitest ended with ${status}: ${inShort(lastOf(said, 400))}`)
  return { figures, tested }
}

/** In a group of its own, so that what it has started ends with it: also where it could not end that itself. */
async function runVitest(stage: Stage, args: string[], variables: Record<string, string>, said: string) {
  const output = openSync(said, 'w')
  const child = spawn(process.execPath, [join(repoRoot, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: repoRoot,
    env: { ...process.env, ...variables },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  const exited = once(child, 'exit')
  stage.onEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    endGroup(child.pid!)
    await exited
    // Its PostgreSQL is in another group.
    await removeAbandoned()
  })
  const [status] = await exited
  endGroup(child.pid!)
  return status as number | null
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch (error) {
    // Nobody is left of it.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function rowOf(line: string): Row {
  const { name, values, target, ok } = JSON.parse(line) as Figure
  const figure = Object.entries(values).map(([key, value]) => `${value} ${key.replaceAll('_', ' ')}`)
  return { part: name, figure: inCell(figure.join(', ')), target, ok }
}

function testedIn(results: Report['testResults'], file: string): Tested {
  const found = results.find(({ name }) => name.endsWith(`/${file}`))
  if (!found) return { file, passed: 0, failed: 0, why: ['was not run'] }
  const having = (status: string) => found.assertionResults.filter((one) => one.status === status).length
  const messages = [found.message, ...found.assertionResults.flatMap(({ failureMessages = [] }) => failureMessages)]
  return { file, passed: having('passed'), failed: having('failed'), why: messages.filter(Boolean).map(inShort) }
}

/** Where all were left out, nothing was shown. */
const hasPassed = ({ passed, failed, why }: Tested) => passed > 0 && failed === 0 && why.length === 0

/** The row that judges tests themselves. */
export function judged(part: string, tested: Tested[]): Row {
  const sum = (of: 'passed' | 'failed') => tested.reduce((total, one) => total + one[of], 0)
  const why = tested.flatMap((one) => one.why).slice(0, 5)
  const figure = [`${sum('passed')} tests passed, ${sum('failed')} failed`, ...why].join('; ')
  return { part, figure, target: '0 failed', ok: tested.every(hasPassed) }
}

const inCell = (text: string) => text.replace(/\s+/g, ' ').replaceAll('|', '/')

/** The first lines of what went wrong, as a cell of the table can hold them. */
export const inShort = (text: string) =>
  inCell(stripVTControlCharacters(text).trim().split('\n').slice(0, 3).join(' ')).slice(0, 400)

const lastOf = (file: string, characters: number) =>
  stripVTControlCharacters(readFileSync(file, 'utf8')).trim().slice(-characters)
