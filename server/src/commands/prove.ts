import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockPart } from '../proof/parts/clock'
import { cutPart, diskPart, restartsPart } from '../proof/parts/faults'
import { imagePart } from '../proof/parts/image'
import { loadPart } from '../proof/parts/load'
import { memoryPart } from '../proof/parts/memory'
import { restorePart } from '../proof/parts/operations'
import { pagesPart } from '../proof/parts/pages'
import { ratiosPart } from '../proof/parts/ratios'
import { securityPart } from '../proof/parts/security'
import { serversPart } from '../proof/parts/servers'
import { slowPart } from '../proof/parts/slow'
import { authorizationPart, hostilePart, killsPart, offlinePart } from '../proof/parts/tests'
import { upgradePart } from '../proof/parts/upgrade'
import { openStage, type Row, type Stage } from '../proof/stage'
import { serverRoot } from '../root'

const parts: Record<string, (stage: Stage) => Promise<Row[]>> = {
  ratios: ratiosPart,
  load: loadPart,
  memory: memoryPart,
  servers: serversPart,
  upgrade: upgradePart,
  pages: pagesPart,
  image: imagePart,
  restore: restorePart,
  restarts: restartsPart,
  cut: cutPart,
  disk: diskPart,
  clock: clockPart,
  slow: slowPart,
  kills: killsPart,
  offline: offlinePart,
  hostile: hostilePart,
  security: securityPart,
  authorization: authorizationPart,
}

/** Written part by part: a run that is broken off still tells what it found. */
const table = join(serverRoot, 'dist/prove.md')
const mostMinutes = 60

/** npm run prove [-- part …]: load, faults, security and several servers, one after the other, and a table at the end. */
export async function main(asked: string[]): Promise<void> {
  const unknown = asked.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(`没有名为 ${unknown.join('、')} 的部分；可选：${Object.keys(parts).join('、')}`)
  const names = asked.length > 0 ? asked : Object.keys(parts)
  const head = '| part | figure | target | |\n|---|---|---|---|'
  writeFileSync(table, `${head}\n`)
  console.log(`表格随时写入 ${table}`)
  const begin = performance.now()
  const stage = await openStage()
  // Nothing of it may go on where somebody breaks it off.
  let brokenOff = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      brokenOff = true
      void stage.close().finally(() => process.exit(1))
    })
  const rows: Row[] = []
  const add = (found: Row[]) => {
    rows.push(...found)
    appendFileSync(table, found.map((row) => `${lineOf(row)}\n`).join(''))
    for (const row of found) console.log(lineOf(row))
  }
  try {
    for (const name of names) {
      const started = performance.now()
      const found = await run(stage, name)
      // What was ended under its hands says nothing, and no other part begins while everything is ended.
      if (brokenOff) await new Promise(() => {})
      console.log(`\n== ${name} (${((performance.now() - started) / 1000).toFixed(0)} s)`)
      add(found)
    }
  } finally {
    await stage.close()
  }
  if (Object.keys(parts).every((name) => names.includes(name))) {
    const minutes = (performance.now() - begin) / 60_000
    const target = `below ${mostMinutes} minutes`
    add([{ part: 'whole run', figure: `${minutes.toFixed(0)} minutes`, target, ok: minutes < mostMinutes }])
  }
  console.log(`\n${head}`)
  for (const row of rows) console.log(lineOf(row))
  // A part that failed may have left something under way which would keep this process.
  process.exit(rows.some(({ ok }) => ok === false) ? 1 : 0)
}

/** What a part has begun is ended before the next, also where it fails; what cannot be ended is a row as well. */
async function run(stage: Stage, name: string): Promise<Row[]> {
  const failed = ({ message }: Error): Row[] => [{ part: name, figure: message, target: '', ok: false }]
  const found = await parts[name]!(stage).catch(failed)
  const left = await stage.endPart().then(() => [], failed)
  return [...found, ...left]
}

const lineOf = ({ part, figure, target, ok }: Row) =>
  `| ${part} | ${figure} | ${target} | ${ok === true ? 'ok' : ok === false ? 'FAILED' : ok} |`
