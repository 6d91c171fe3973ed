import { execFile } from 'node:child_process'
import { readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

export const port = 5432

export interface Postmaster {
  pid: number
  socketDir: string
}

/** Reads the postmaster.pid file of a running or killed PostgreSQL. */
export async function readPostmaster(cluster: string): Promise<Postmaster | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  const pid = Number(lines[0])
  // PostgreSQL adds the socket folder a moment after it has created the file.
  return pid > 0 ? { pid, socketDir: lines[4] || cluster } : null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is this folder's PostgreSQL. The process id alone does not prove it, because ids are reused. */
export async function runsOn(cluster: string, pid: number): Promise<boolean> {
  try {
    if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`)) === cluster
    return (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout.includes(cluster)
  } catch {
    return false
  }
}

/**
 * Replaces the recorded process id, because PostgreSQL does not start while any process has that id, even another
 * program. The rest of the file stays, because PostgreSQL uses it to detect live children of the killed server.
 */
export async function disownPid(cluster: string, pid: number): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text.startsWith(`${pid}\n`)) await writeFile(file, text.replace(/^\d+/, '2147483647'))
}

export function socketUrl(socketDir: string): string {
  return `postgres://postgres@/postgres?host=${encodeURIComponent(socketDir)}&port=${port}`
}

/** `busy`: starting, recovering, shutting down or out of connections. */
export async function probePostgres(socketDir: string): Promise<'ready' | 'busy' | 'absent'> {
  const client = new pg.Client({ connectionString: socketUrl(socketDir), connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const { code } = error as { code?: string }
    return code === '57P03' || code === '53300' ? 'busy' : 'absent'
  } finally {
    await client.end().catch(() => {})
  }
}
