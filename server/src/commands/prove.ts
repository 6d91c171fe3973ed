import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clockPart } from '../proof/parts/clock'
import { cutPart, diskPart, restartsPart } from '../proof/parts/faults'
import { imagePart } from '../proof/parts/image'
import { loadPart, memoryPart } from '../proof/parts/load'
import { restorePart } from '../proof/parts/operations'
import { ratiosPart } from '../proof/parts/ratios'
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
  authorization: authorizationPart,
}

/** Written part by part: a run that is broken off still tells what it found. */
const table = join(serverRoot, 'dist/prove.md')

/** npm run prove [-- part …]: load, faults, security and several servers, one after the other, and a table at the end. */
export async function main(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(`没有名为 ${unknown.join('、')} 的部分；可选：${Object.keys(parts).join('、')}`)
  const head = '| part | figure | target | |\n|---|---|---|---|'
  writeFileSync(table, `${head}\n`)
  console.log(`表格随时写入 ${table}`)
  const stage = await openStage()
  const rows: Row[] = []
  try {
    for (const name of names.length > 0 ? names : Object.keys(parts)) {
      const begin = performance.now()
      const found = await parts[name]!(stage).catch((error: Error): Row[] => [
        { part: name, figure: error.message, target: '', ok: false },
      ])
      rows.push(...found)
      appendFileSync(table, found.map((row) => `${lineOf(row)}\n`).join(''))
      console.log(`\n== ${name} (${((performance.now() - begin) / 1000).toFixed(0)} s)`)
      for (const row of found) console.log(lineOf(row))
    }
  } finally {
    await stage.close()
  }
  console.log(`\n${head}`)
  for (const row of rows) console.log(lineOf(row))
  if (rows.some(({ ok }) => ok === false)) process.exitCode = 1
}

const words = new Map([
  [true, 'ok'],
  [false, 'FAILED'],
  [null, 'not here'],
])
const lineOf = ({ part, figure, target, ok }: Row) => `| ${part} | ${figure} | ${target} | ${words.get(ok)} |`
