import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoRoot } from '../../../server/src/base/paths'
import { openEnvironment, type ScenarioRow, type VerifyEnvironment } from '../environment'
import { clockScenario } from '../scenarios/clock'
import { failoverNetworkScenario, failoverScenario } from '../scenarios/failover'
import { cutConnectionScenario, diskScenario, restartsScenario } from '../scenarios/faults'
import { imageScenario } from '../scenarios/image'
import { loadScenario } from '../scenarios/load'
import { memoryScenario } from '../scenarios/memory'
import { modelScenario } from '../scenarios/model'
import { restoreScenario } from '../scenarios/operations'
import { pagesScenario } from '../scenarios/pages'
import { pitrScenario } from '../scenarios/pitr'
import { ratiosScenario } from '../scenarios/ratios'
import { replicasScenario } from '../scenarios/replicas'
import { schoolsScenario } from '../scenarios/schools'
import { securityScenario } from '../scenarios/security'
import { serversScenario } from '../scenarios/servers'
import { slowScenario } from '../scenarios/slow'
import { stormScenario } from '../scenarios/storm'
import {
  authorizationScenario,
  browserScenario,
  hostileScenario,
  killsScenario,
  modulesScenario,
  offlineScenario,
  programsScenario,
} from '../scenarios/tests'
import { upgradeScenario } from '../scenarios/upgrade'

const scenarios: Record<string, (environment: VerifyEnvironment) => Promise<ScenarioRow[]>> = {
  ratios: ratiosScenario,
  load: loadScenario,
  memory: memoryScenario,
  servers: serversScenario,
  schools: schoolsScenario,
  upgrade: upgradeScenario,
  pages: pagesScenario,
  image: imageScenario,
  restore: restoreScenario,
  restarts: restartsScenario,
  failover: failoverScenario,
  'failover-network': failoverNetworkScenario,
  replicas: replicasScenario,
  model: modelScenario,
  storm: stormScenario,
  pitr: pitrScenario,
  cut: cutConnectionScenario,
  disk: diskScenario,
  clock: clockScenario,
  slow: slowScenario,
  kills: killsScenario,
  offline: offlineScenario,
  hostile: hostileScenario,
  security: securityScenario,
  authorization: authorizationScenario,
  programs: programsScenario,
  modules: modulesScenario,
  browser: browserScenario,
}

/** Scenarios that run only if named: they need Debian's packages and half an hour of their own. */
const onlyByName = new Set(['failover', 'failover-network', 'replicas', 'pitr', 'storm'])
const usual = Object.keys(scenarios).filter((name) => !onlyByName.has(name))

/** File with the results, written after each scenario, so that an interrupted run still reports them. */
const table = join(repoRoot, 'verify/dist/verify.md')
const mostMinutes = 90

/** npm run verify [-- scenario …]: runs the scenarios one after the other and prints a table of the results. */
export async function main(asked: string[]): Promise<void> {
  const unknown = asked.filter((name) => !(name in scenarios))
  if (unknown.length > 0)
    throw new Error(`没有名为 ${unknown.join('、')} 的场景；可选：${Object.keys(scenarios).join('、')}`)
  const names = asked.length > 0 ? asked : usual
  const head = '| measured | result | target | verdict |\n|---|---|---|---|'
  writeFileSync(table, `${head}\n`)
  console.log(`表格随时写入 ${table}`)
  const begin = performance.now()
  const environment = await openEnvironment()
  // An interrupted run must leave no process behind.
  let brokenOff = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      brokenOff = true
      void environment.close().finally(() => process.exit(1))
    })
  const rows: ScenarioRow[] = []
  const add = (found: ScenarioRow[]) => {
    rows.push(...found)
    appendFileSync(table, found.map((row) => `${lineOf(row)}\n`).join(''))
    for (const row of found) console.log(lineOf(row))
  }
  try {
    for (const name of names) {
      const started = performance.now()
      const found = await run(environment, name)
      // Results of interrupted scenarios are meaningless, and no other scenario may start during cleanup.
      if (brokenOff) await new Promise(() => {})
      console.log(`\n== ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
      add(found)
    }
  } finally {
    await environment.close()
  }
  if (usual.every((name) => names.includes(name))) {
    const minutes = (performance.now() - begin) / 60_000
    const target = `below ${mostMinutes} minutes`
    add([
      {
        label: 'duration of the whole run',
        result: `${minutes.toFixed(0)} minutes`,
        target,
        ok: minutes < mostMinutes,
      },
    ])
  }
  console.log(`\n${head}`)
  for (const row of rows) console.log(lineOf(row))
  // A failed scenario may have left a handle open that would keep this process alive.
  process.exit(rows.some(({ ok }) => ok === false) ? 1 : 0)
}

/** Runs a scenario and cleans up after it, also if it fails. A failed cleanup adds a row to the table. */
async function run(environment: VerifyEnvironment, name: string): Promise<ScenarioRow[]> {
  const failed = ({ message }: Error): ScenarioRow[] => [{ label: name, result: message, target: '', ok: false }]
  const found = await scenarios[name]!(environment).catch(failed)
  const left = await environment.endPart().then(() => [], failed)
  return [...found, ...left]
}

const lineOf = ({ label, result, target, ok }: ScenarioRow) =>
  `| ${label} | ${result} | ${target} | ${ok === true ? 'ok' : ok === false ? 'FAILED' : ok} |`
