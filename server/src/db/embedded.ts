import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lchown, lstat, mkdir, open, readFile, rename, rmdir, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '../base/config-error'
import type { Log } from '../base/log-type'
import { type Binaries, embeddedBinaries } from './embedded-binaries'
import { dataFolder, ensureCluster, explained } from './embedded-cluster'
import { disownPid, isAlive, port, probePostgres, readPostmaster, runsOn, socketUrl } from './embedded-postmaster'
import { type Runner, runnerForOwner } from './embedded-user'

export interface Embedded {
  url: string
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: Log
  /** Disabled in tests only, because without fsync a power failure loses data. */
  fsync?: boolean
}

const pollMs = 50
/** Time-out for a server that does not respond on its socket, and for child processes of a killed server to end. */
const patienceMs = 60_000
/** Every process that uses the server holds this lock in shared mode, so that a process knows when it is the last. */
const presenceKey = 7_210_002
const maxLogBytes = 8 * 1024 * 1024

/**
 * Starts the embedded PostgreSQL, which is used if DATABASE_URL is empty. It listens on a socket only. It is a separate
 * process that survives a crash of the app and is adopted by the next start. While in use, it is restarted if it dies.
 */
export async function startEmbedded({ dataDir, log, fsync = true }: Options): Promise<Embedded> {
  if (process.platform === 'win32') {
    throw new ConfigError('Windows 上没有内置数据库，请设置 DATABASE_URL 使用已有的 PostgreSQL')
  }
  const folder = await dataFolder(dataDir)
  const binaries = await embeddedBinaries()
  const cluster = await ensureCluster(folder, binaries, fsync)
  const runner = await runnerForOwner(cluster, binaries.postgres)
  const server: Server = { cluster, binaries, runner, log, logFile: join(folder, 'postgres.log'), fsync }

  let stopping: Promise<void> | undefined
  let presence: Presence
  async function attach(): Promise<void> {
    for (;;) {
      const socketDir = await ensureRunning(server)
      const joined = await bePresent(socketDir)
      if (joined) {
        presence = joined
        joined.client.once('end', () => {
          if (!stopping) revived = revive()
        })
        return
      }
      await pause(pollMs)
    }
  }
  /** Restarts a server that died. The pool reconnects without further action. */
  async function revive(): Promise<void> {
    log.warn('the embedded database went away, bringing it back')
    while (!stopping) {
      try {
        await attach()
        return
      } catch (error) {
        log.error({ err: error }, 'could not bring the embedded database back, trying again')
        await pause(1000)
      }
    }
  }
  let revived = attach()
  await revived

  async function stop(): Promise<void> {
    await revived
    const last = await leave(presence.client)
    if (last) await shutDown(server)
    else log.info('the embedded database keeps running for another process')
    await presence.client.end().catch(() => {})
  }
  return {
    url: socketUrl(presence!.socketDir),
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

interface Server {
  cluster: string
  binaries: Binaries
  runner: Runner
  log: Log
  logFile: string
  fsync: boolean
}

/** Starts, adopts or waits for the server; returns the socket folder once it accepts connections. */
async function ensureRunning(server: Server): Promise<string> {
  const { cluster } = server
  let silentSince = Date.now()
  for (;;) {
    const noted = await readPostmaster(cluster)
    const state = noted ? await probePostgres(noted.socketDir) : 'absent'
    if (noted && state === 'ready') return noted.socketDir
    if (state === 'busy') silentSince = Date.now()
    else if (!noted || !(await runsOn(cluster, noted.pid))) {
      if (noted && isAlive(noted.pid)) await disownPid(cluster, noted.pid)
      const failure = await launch(server)
      // Tries again if another process was faster or stopped the server, or if children of a killed one still run.
      const passing = failure === null || /lock file|still in use|received fast shutdown request/.test(failure)
      if (!passing || Date.now() - silentSince > patienceMs) {
        throw explained(new Error(failure ?? ''), `数据库没能在 ${cluster} 启动`)
      }
    } else if (Date.now() - silentSince > patienceMs) {
      throw new ConfigError(
        `数据库进程 ${noted.pid} 没有响应，请结束它后重新启动，或设置 DATABASE_URL 使用已有的 PostgreSQL`,
      )
    }
    await pause(pollMs)
  }
}

/** Starts the server. Returns null once it accepts connections, or its last log lines if it exits. */
async function launch(server: Server): Promise<string | null> {
  const { cluster, runner, logFile } = server
  const socketDir = await socketFolder(cluster, runner)
  const size = await stat(logFile).then(
    (found) => found.size,
    () => 0,
  )
  if (size > maxLogBytes) await rename(logFile, `${logFile}.1`)
  const output = await open(logFile, 'a', 0o600)
  const start = (await output.stat()).size
  const settings = {
    listen_addresses: '',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    port: String(port),
    log_checkpoints: 'off',
    ...(server.fsync ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  // Detached, so that Ctrl-C reaches only the app, which stops the database last.
  const child = runner.spawn(server.binaries.postgres, args, {
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  })
  let ended = false
  const end = once(child, 'exit').catch(() => {})
  end.then(() => {
    ended = true
  })
  child.unref()
  await output.close()
  for (;;) {
    if (ended) return lastWords(logFile, start)
    if ((await readPostmaster(cluster))?.pid === child.pid && (await probePostgres(socketDir)) === 'ready') return null
    await Promise.race([end, pause(pollMs)])
  }
}

async function lastWords(logFile: string, start: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(start).toString('utf8').slice(-2000)
  // If the disk is full, PostgreSQL cannot log the reason, so it is added here.
  const { bavail, bsize } = await statfs(logFile)
  return bavail * bsize < 1024 * 1024 ? `No space left on device\n${text}` : text
}

/**
 * Returns the folder for the socket: the cluster, which is private, or a short private folder if its path is too long.
 */
async function socketFolder(cluster: string, runner: Runner): Promise<string> {
  const { owner } = runner
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) < 100
  if (fits(cluster)) return cluster
  const folder = join(tmpdir(), `dxx-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw explained(error, `无法建立 ${folder}`)
  })
  const found = await lstat(folder).catch(unlessMissing)
  // A process that has just stopped the server removed the folder.
  if (!found) return socketFolder(cluster, runner)
  // All users can write to the parent folder, so a folder that others own or can access is not trusted. This user owns
  // it until it is handed over, here or in another process.
  const isTrusted = found.uid === owner.uid || found.uid === process.getuid?.()
  if (!found.isDirectory() || !isTrusted || (found.mode & 0o077) !== 0 || !fits(folder)) {
    throw new ConfigError(`路径 ${cluster} 太长，而 ${folder} 不可用，请把 DXX_DATA_DIR 设为更短的路径`)
  }
  if (found.uid !== owner.uid) await lchown(folder, owner.uid, owner.gid).catch(unlessMissing)
  return folder
}

function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

interface Presence {
  client: pg.Client
  socketDir: string
}

/**
 * Takes the shared lock as a user of the server. Returns null if the server is shutting down because its last user has
 * left.
 */
async function bePresent(socketDir: string): Promise<Presence | null> {
  const client = new pg.Client({ connectionString: socketUrl(socketDir), application_name: 'dxx-presence' })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1::bigint)', [presenceKey])
    return { client, socketDir }
  } catch {
    await client.end().catch(() => {})
    return null
  }
}

/** Releases the lock. Returns whether no other user is left; new users then wait for the lock until the server ends. */
async function leave(client: pg.Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1::bigint)', [presenceKey])
    const { rows } = await client.query('select pg_try_advisory_lock($1::bigint) as last', [presenceKey])
    return rows[0].last
  } catch {
    return true
  }
}

/** Requests PostgreSQL's fast shutdown: it rolls back open transactions, flushes everything, then exits. */
async function shutDown({ cluster }: Server): Promise<void> {
  const running = await readPostmaster(cluster)
  if (!running || !(await runsOn(cluster, running.pid))) return
  process.kill(running.pid, 'SIGINT')
  while (await runsOn(cluster, running.pid)) await pause(pollMs)
  // Removes the folder only if it is empty, because another process may have started the server again meanwhile.
  if (running.socketDir !== cluster) await rmdir(running.socketDir).catch(() => {})
}
