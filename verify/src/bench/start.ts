import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { repoRoot } from '../../../server/src/base/paths'
import { connect } from '../../../server/src/db/connection'
import { readPostmaster, socketUrl } from '../../../server/src/db/embedded-postmaster'
import { freePort } from '../../../server/src/testing/free-port'
import { childrenOf, pause } from '../environment'
import { measuredCalls, studentToken } from './calls'
import { median } from './load'
import { buildSignedRequest } from './open-loop'

const starts = 5
const idleSeconds = 60
/** After this time a start has done what it does once, such as the first run of each job. */
const settleSeconds = 180
const warmRequests = 40
const commandRuns = 5

/**
 * Measures `npm start` with sample data and the embedded PostgreSQL: time of a start with nothing to build, the first
 * requests after it, memory and CPU time at rest, and the time of shell commands beside the running server.
 */
export async function startBench(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dxx-bench-start-'))
  const variables = { PATH: process.env.PATH, DXX_DATA_DIR: folder, PORT: String(await freePort()) }
  let running: Awaited<ReturnType<typeof start>> | undefined
  try {
    // The first start loads the sample data.
    await (await start(variables)).stop()
    const times: number[] = []
    for (let i = 0; i < starts; i++) {
      await running?.stop()
      running = await start(variables)
      times.push(running.seconds)
    }
    const lines = [`start with nothing to build  ${median(times).toFixed(2)} s  (target 1.2)`]
    lines.push(...(await firstRequests(running!.base, folder)))
    lines.push(...(await atRest(running!.pid, folder)))
    lines.push(...commands(variables, folder))
    return lines
  } finally {
    await running?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(variables: NodeJS.ProcessEnv) {
  const base = `http://127.0.0.1:${variables.PORT}`
  const begin = performance.now()
  const child: ChildProcess = spawn(process.execPath, [join(repoRoot, 'scripts/start.mjs')], {
    env: variables,
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  const isReady = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await pause(10)
  }
  const seconds = (performance.now() - begin) / 1000
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  return { base, seconds, pid: child.pid!, stop }
}

/** Compares the first request of each call with the median of later ones. */
async function firstRequests(base: string, folder: string): Promise<string[]> {
  const { socketDir } = (await readPostmaster(join(folder, 'postgres')))!
  const { db, close } = connect(socketUrl(socketDir), { max: 1, log: pino({ level: 'silent' }) })
  const [token, calls] = [await studentToken(db), await measuredCalls(db)]
  await close()
  const lines = ['first request after the start, and median of later ones (target 3 times):']
  for (const { label, name, query = '', guest } of calls) {
    const { url, headers } = buildSignedRequest(base, guest ? '' : token, name, query)
    const times: number[] = []
    for (let i = 0; i <= warmRequests; i++) {
      const begin = performance.now()
      await (await fetch(url, { headers })).arrayBuffer()
      times.push(performance.now() - begin)
    }
    const [first, warm] = [times[0]!, median(times.slice(warmRequests / 2))]
    lines.push(
      `  ${label.padEnd(24)} ${first.toFixed(1)} ms  ${warm.toFixed(1)} ms  ${(first / warm).toFixed(1)} times`,
    )
  }
  return lines
}

/** Memory and CPU time of all processes of server and database, after three minutes without requests. */
async function atRest(pid: number, folder: string): Promise<string[]> {
  await pause(settleSeconds * 1000)
  const postmaster = (await readPostmaster(join(folder, 'postgres')))!.pid
  const processes = () => {
    const database = withDescendants(postmaster)
    // The server may be the parent of the database that it has started.
    return { server: withDescendants(pid).filter((one) => !database.includes(one)), database }
  }
  const used = () => {
    const { server, database } = processes()
    return { server: sum(server, cpuMs), database: sum(database, cpuMs) }
  }
  const before = used()
  await pause(idleSeconds * 1000)
  const after = used()
  const each = (key: 'server' | 'database') => (after[key] - before[key]) / idleSeconds
  const { server, database } = processes()
  const megabytes = [server, database].map((all) => sum(all, memoryMb))
  return [
    `memory at rest  ${(megabytes[0]! + megabytes[1]!).toFixed(0)} MB: server ${megabytes[0]!.toFixed(0)} + PostgreSQL ${megabytes[1]!.toFixed(0)}  (target 300)`,
    `CPU time at rest  ${(each('server') + each('database')).toFixed(2)} ms/s: server ${each('server').toFixed(2)} + PostgreSQL ${each('database').toFixed(2)}  (target 2)`,
  ]
}

const sum = (pids: number[], of: (pid: number) => number) => pids.reduce((total, pid) => total + of(pid), 0)

const withDescendants = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(withDescendants)]

/** CPU time of all threads in milliseconds; the error is less than a clock tick. */
function cpuMs(pid: number): number {
  try {
    return (
      readdirSync(`/proc/${pid}/task`).reduce(
        (total, thread) => total + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
        0,
      ) / 1e6
    )
  } catch {
    return 0
  }
}

/** Proportional memory: pages shared by several processes, such as PostgreSQL's buffers, count once. */
function memoryMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function commands(variables: NodeJS.ProcessEnv, folder: string): string[] {
  const measured: string[][] = [
    ['ops'],
    ['ops', 'orders', 'list'],
    ['content', 'list'],
    ['questions', 'export', join(folder, 'bank.xlsx'), '--from', 'postgraduate-cs'],
  ]
  return measured.map((args) => {
    const times = Array.from({ length: commandRuns }, () => {
      const begin = performance.now()
      const { status, stderr } = spawnSync(process.execPath, [join(repoRoot, 'scripts/run.mjs'), ...args], {
        env: variables,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr.slice(0, 300)}`)
      return (performance.now() - begin) / 1000
    })
    return `npm run ${args.slice(0, 2).join(' -- ')}  ${median(times).toFixed(2)} s  (target 0.4)`
  })
}
