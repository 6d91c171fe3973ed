import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { repoRoot } from '../../../server/src/base/paths'
import type { ScenarioRow, VerifyEnvironment } from '../environment'
import { buildTestRow, runTests } from '../run-tests'

/** Server tests that only `npm run verify` runs: those of the runner, or all others. */
const longServerTests = (ofRunner: boolean) =>
  readdirSync(join(repoRoot, 'server/src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.long.test.ts') && name.startsWith('runner/') === ofRunner)
    .sort()
    .map((name) => `server/src/${name}`)

/** Runs tests in their long form, in which they record measurements. */
async function longForm(
  environment: VerifyEnvironment,
  name: string,
  label: string,
  files: string[],
  project: 'server' | 'runner' | 'verify' = 'verify',
): Promise<ScenarioRow[]> {
  const { measurements, tested } = await runTests(environment, { name, files, project })
  return [...measurements, buildTestRow(label, tested)]
}

export const authorizationScenario = (environment: VerifyEnvironment) =>
  longForm(environment, 'authorization', 'authorization: tests', [
    'verify/src/authorization/mutants.test.ts',
    'verify/src/authorization/matrix.test.ts',
    'verify/src/authorization/mutant-tests.test.ts',
    'verify/src/authorization/staff-matrix.test.ts',
    'verify/src/authorization/staff-mutants.test.ts',
  ])
export const hostileScenario = (environment: VerifyEnvironment) =>
  longForm(environment, 'hostile', 'hostile input: tests', ['verify/src/hostile/hostile.test.ts'])
export const offlineScenario = (environment: VerifyEnvironment) =>
  longForm(environment, 'offline', 'client offline: tests', ['verify/src/faults/offline.test.ts'])
export const killsScenario = (environment: VerifyEnvironment) =>
  longForm(
    environment,
    'kills',
    'kill -9: tests',
    [
      'server/src/modules/exams/kill.test.ts',
      'server/src/modules/exams/desk/kill.test.ts',
      'server/src/modules/exams/desk/regrade-processes.test.ts',
      'server/src/modules/commerce/kill.test.ts',
      'server/src/db/embedded.test.ts',
      'server/src/db/backup.test.ts',
      'server/src/main.test.ts',
    ],
    'server',
  )
export const programsScenario = (environment: VerifyEnvironment) =>
  longForm(
    environment,
    'programs',
    'programs and attacks on the runner: tests',
    [
      ...['attacks', 'programs', 'isolation'].map((name) => `server/src/runner/${name}.test.ts`),
      'server/src/modules/questions/graded-attacks.test.ts',
      ...longServerTests(true),
    ],
    'runner',
  )
export const modulesScenario = (environment: VerifyEnvironment) =>
  longForm(
    environment,
    'modules',
    'orders, imports, guessed codes and long tests of modules: tests',
    [
      'server/src/modules/commerce/sequences.test.ts',
      'server/src/importer/import-order.test.ts',
      'server/src/importer/export.test.ts',
      'server/src/modules/accounts/guessing.test.ts',
      'server/src/importer/corpus.test.ts',
      'server/src/importer/questions/sample-files.test.ts',
      'server/src/fair/calibrate.test.ts',
      'server/src/modules/exams/results.test.ts',
      'server/src/modules/questions/questions.test.ts',
      ...longServerTests(false),
    ],
    'server',
  )
/** Browser tests of which `npm test` runs a sample; some of them differ in the width of the window only. */
const sampled = [
  ...['shell', 'route-themes', 'console-themes', 'reader', 'lesson', 'catalogue', 'catalogue-search', 'store', 'study'],
  ...['campus', 'studio'],
]

/** Runs the browser tests of which `npm test` runs only a sample, or none (`*.long.test.ts`). */
export const browserScenario = (environment: VerifyEnvironment) =>
  inBrowser(environment, 'browser', 'walks of all routes and long journeys in a browser: tests', [
    ...sampled.map((name) => `e2e/${name}.test.ts`),
    ...readdirSync(join(repoRoot, 'e2e'))
      .filter((name) => name.endsWith('.long.test.ts'))
      .map((name) => `e2e/${name}`),
  ])

/** Runs browser tests in their long form, where a Chromium is installed. */
export async function inBrowser(
  environment: VerifyEnvironment,
  name: string,
  label: string,
  files: string[],
): Promise<ScenarioRow[]> {
  const { findChromium } = await import(pathToFileURL(join(repoRoot, 'scripts/chromium.mjs')).href)
  const chromium: string | undefined = findChromium()
  if (!chromium) return [{ label, result: 'no Chromium here: CHROME_PATH', target: '0 failed', ok: 'not run' }]
  const { tested } = await runTests(environment, { name, project: 'e2e', files, variables: { CHROME_PATH: chromium } })
  return [buildTestRow(label, tested)]
}
