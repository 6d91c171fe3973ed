import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { serverRoot } from '../../server/src/base/paths'
import { readConfig } from '../../server/src/config'
import { connect, type Db } from '../../server/src/db/connection'
import { startEmbedded } from '../../server/src/db/embedded'
import { isAlive, readPostmaster } from '../../server/src/db/embedded-postmaster'
import { migrate } from '../../server/src/db/migrate'
import { createSession } from '../../server/src/http/session'
import { loadSampleData } from '../../server/src/seed/sample'
import { Client } from '../../server/src/testing/client'
import { shareRuntimes } from '../../server/src/testing/shared-runtimes'
import { CleanupStack } from './cleanup-stack'

/** One line of the final table. */
export interface ScenarioRow {
  label: string
  result: string
  target: string
  /** `not run`: the scenario cannot run here, for the reason in `result`; `for comparison`: there is no target. */
  ok: boolean | 'not run' | 'for comparison'
}

const log = pino({ level: 'silent' })
export const currentUnixSeconds = () => Math.floor(Date.now() / 1000)

export interface Server {
  base: string
  pid: number
  /** Returns the complete output of the server so far. */
  output(): string
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Environment of a scenario. Its databases, servers and `onEnd` functions are cleaned up however it ends. */
export interface VerifyEnvironment {
  folder: string
  /** Creates a copy of the database with the sample data. */
  newDatabase(): Promise<{ db: Db; url: string }>
  emptyDatabase(): ReturnType<VerifyEnvironment['newDatabase']>
  /**
   * Starts a production server on a database: this build, or the one in the folder `server`. Limits per user, per IP
   * address and by load are off.
   */
  start(url: string, variables?: Record<string, string>, server?: string): Promise<Server>
  postmaster(): Promise<number>
  /** Registers a cleanup; last in first out. */
  onEnd(end: () => unknown): void
  endPart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts its own durable PostgreSQL with the sample data: no existing data is touched, and no durability cost is
 * skipped.
 */
export async function openEnvironment(): Promise<VerifyEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'dxx-verify-'))
  const embedded = await startEmbedded({ dataDir: folder, log })
  const urlOf = (name: string) => embedded.url.replace('@/postgres?', `@/${name}?`)
  const asAdmin = async (statement: string) => {
    const admin = new pg.Client(embedded.url)
    await admin.connect()
    await admin.query(statement).finally(() => admin.end())
  }
  try {
    await asAdmin('create database sample')
    const sample = connect(urlOf('sample'), { max: 4, log })
    await migrate(sample.db, log)
    await loadSampleData(sample.db, { ...readConfig({ DXX_ENV: 'test' }), dataDir: folder }, () => {})
    await sample.close()
  } catch (error) {
    await embedded.stop()
    throw error
  }

  const endings = new CleanupStack()
  const servers = new Set<Server>()
  const newDatabase = async (template: string) => {
    const name = `verify_${randomBytes(6).toString('hex')}`
    await asAdmin(`create database ${name} template ${template}`)
    // Until a checkpoint, a sequence of a copied database writes no WAL for its first values: after a crash PostgreSQL
    // would issue them again. A production database is not a fresh copy.
    await asAdmin('checkpoint')
    const connection = connect(urlOf(name), { max: 4, log })
    endings.add(connection.close)
    return { db: connection.db, url: urlOf(name) }
  }
  return {
    folder,
    newDatabase: () => newDatabase('sample'),
    emptyDatabase: () => newDatabase('template0'),
    async start(url, variables = {}, root = serverRoot) {
      const settings = { DATABASE_URL: url, DXX_DATA_DIR: folder, ...variables }
      shareRuntimes(settings.DXX_DATA_DIR)
      const server = await startServer(root, settings)
      servers.add(server)
      endings.add(() => server.stop())
      return server
    },
    postmaster: async () => (await readPostmaster(join(folder, 'postgres')))!.pid,
    onEnd: (end) => endings.add(end),
    endPart: () => endings.all(),
    async close() {
      await endings.all().catch(() => {})
      for (const server of servers) await server.stop('SIGKILL')
      await embedded.stop()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function startServer(root: string, variables: Record<string, string>): Promise<Server> {
  const flags = ['--enable-source-maps', '--max-semi-space-size=64', ...(variables.NODE_FLAGS?.split(' ') ?? [])]
  const child = spawn(process.execPath, [...flags, join(root, 'dist/main.js')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      DXX_ENV: 'test',
      DXX_SAMPLE_DATA: 'false',
      LOG_LEVEL: 'silent',
      // On a machine that also generates the load, a server that has just started would report overload.
      DXX_MAX_WAIT_MS: '0',
      DXX_FLOOD_PER_USER: '1000000',
      DXX_FLOOD_PER_ADDRESS: '100000000',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let output = ''
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /已启动：(http:\S+)/.exec(output)
      if (found) resolve(found[1]!)
    })
    exited.then(([code]) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  // Kills a server that does not start in time; its exit rejects `address`.
  const late = setTimeout(() => child.kill('SIGKILL'), 120_000)
  const base = await address.finally(() => clearTimeout(late))
  return {
    base,
    pid: child.pid!,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
    },
  }
}

/** Repeats a step until the returned function is called or the scenario ends. */
export function startRepeating(environment: VerifyEnvironment, step: () => Promise<void>): () => Promise<void> {
  let going = true
  const work = (async () => {
    while (going) await step()
  })()
  const stop = () => {
    going = false
    return work
  }
  environment.onEnd(stop)
  return stop
}

/** Creates a session for a user. Returns its token. */
export async function createSessionToken(db: Db, userId: number): Promise<string> {
  return createSession(db, userId, { device: 'verify', platform: 'H5', ip: '127.0.0.1' }, currentUnixSeconds())
}

export const clientAt = (base: string, token = '') => new Client(base, currentUnixSeconds, token)

/** Returns the CPU seconds of a process; for PostgreSQL with all child processes. */
export function readCpuSeconds(pid: number, withChildren = false): number {
  const stat = statOf(pid)
  if (!withChildren) return stat.self
  return stat.self + stat.reaped + childrenOf(pid).reduce((sum, child) => sum + statOf(child).self, 0)
}

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)

function fieldsOf(pid: string | number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
  } catch {
    return []
  }
}

const parentOf = (pid: string) => Number(fieldsOf(pid)[1])
const ticks = 100

function statOf(pid: number): { self: number; reaped: number } {
  const fields = fieldsOf(pid).map(Number)
  return {
    self: ((fields[11] ?? 0) + (fields[12] ?? 0)) / ticks,
    reaped: ((fields[13] ?? 0) + (fields[14] ?? 0)) / ticks,
  }
}

/** Returns the resident memory of a process in MB. */
export function readMemoryMb(pid: number): number {
  const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kib) / 1024)
}

/** Polls a condition; throws after the time-out. */
export async function waitUntil(
  what: string,
  condition: () => Promise<boolean> | boolean,
  forMs = 60_000,
): Promise<void> {
  const end = Date.now() + forMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what}`)
    await pause(100)
  }
}

export { isAlive, pause }
