import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Db } from '../../../server/src/db/connection'

export interface CpuSeconds {
  /** Of this process with all its threads. */
  node: number
  /** CPU seconds of the database's processes; 0 without /proc. */
  database: number
}

/** Clock ticks per second in /proc, the same on all Linux systems. */
const ticks = 100

/**
 * Measures CPU seconds, which depend less on other work of the machine than the time. Returns a function that returns the
 * seconds since the start. The database must keep its connections meanwhile.
 */
export async function watchCpu(db: Db): Promise<() => Promise<CpuSeconds>> {
  const [node, database] = [process.cpuUsage(), await databaseSeconds(db)]
  return async () => {
    const { user, system } = process.cpuUsage(node)
    const now = await databaseSeconds(db)
    let sum = 0
    for (const [pid, seconds] of now) sum += seconds - (database.get(pid) ?? 0)
    return { node: (user + system) / 1e6, database: sum }
  }
}

async function databaseSeconds(db: Db): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where pid is not null`.execute(db)
  return new Map(rows.map(({ pid }) => [pid, secondsOf(`/proc/${pid}/stat`)]))
}

function secondsOf(path: string): number {
  if (!existsSync(path)) return 0
  // The name of the process, in brackets, may contain spaces.
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticks
}
