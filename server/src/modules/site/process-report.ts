import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { appConstants } from '@dxx/contract/rules/constants'
import { sql } from 'kysely'
import { watchActivity } from '../../base/activity'
import type { Environment } from '../../context'
import { dropCached } from '../../db/cache'
import { poolUse } from '../../db/connection'
import { prepared } from '../../db/prepared'
import { settingsVersion } from '../content/public'

/** Seconds between two reports of a process. */
export const reportEvery = 5
/** Milliseconds between two samples of the event loop's delay. Each sample wakes an idle process. */
const sampleEvery = 100

const changing = `seen_at, loop_delay_ms, memory_bytes, connections_used, connections_waiting, connections_max, runs_running,
  runs_waiting, runs_slots, disk_free_bytes, disk_bytes`
const columns = `id, host, pid, version, started_at, ${changing}`

/** Prepared, because every process does this every few seconds. The argument is a row as JSON. */
const storeReport = prepared<object>(`
  insert into server_processes (${columns})
  select ${columns} from jsonb_populate_record(null::server_processes, $1::jsonb)
  on conflict (id) do update set (${changing}) = row(${changing.replace(/\w+/g, 'excluded.$&')})`)

type Reporting = Pick<Environment, 'db' | 'clock' | 'log' | 'config' | 'code' | 'serviceErrors'>

/**
 * Reports this process to the database: its load and the errors of external services. If settings have changed, also
 * clears the caches of this process.
 */
export function processReport({ db, clock, log, config, code, serviceErrors }: Reporting) {
  const id = randomUUID()
  const startedAt = clock.now()
  const delay = monitorEventLoopDelay({ resolution: sampleEvery })
  delay.enable()
  const isActive = watchActivity(reportEvery * 1000)
  let version: number | undefined

  async function reportLoad(): Promise<void> {
    const pool = poolUse(db)
    const runs = code.load()
    const disk = await statfs(config.dataDir).catch(() => null)
    const load = {
      seen_at: clock.now(),
      // A sample includes the interval itself.
      loop_delay_ms: Math.max(0, Math.round((delay.percentile(99) || 0) / 1e6 - sampleEvery)),
      memory_bytes: process.memoryUsage.rss(),
      connections_used: pool.used,
      connections_waiting: pool.waiting,
      connections_max: pool.max,
      runs_running: runs.running,
      runs_waiting: runs.waiting,
      runs_slots: runs.slots,
      disk_free_bytes: disk ? disk.bavail * disk.bsize : 0,
      disk_bytes: disk ? disk.blocks * disk.bsize : 0,
    }
    delay.reset()
    // Measures the delay only while requests arrive: in an idle process nothing is delayed, and sampling would be most
    // of its work.
    if (isActive()) delay.enable()
    else delay.disable()
    const fixed = { id, host: hostname(), pid: process.pid, version: appConstants.version, started_at: startedAt }
    await storeReport(db, JSON.stringify({ ...fixed, ...load }))
  }

  async function storeErrors(): Promise<void> {
    const counts = serviceErrors.take()
    if (counts.length === 0) return
    const rows = counts.map(
      ({ service, hour, count, lastAt, lastMessage }) =>
        sql`(${service}, ${hour}::bigint, ${count}::int, ${lastAt}::bigint, ${lastMessage})`,
    )
    try {
      await sql`
        insert into service_errors (service, hour, count, last_at, last_message) values ${sql.join(rows)}
        on conflict (service, hour) do update set count = service_errors.count + excluded.count,
          last_at = excluded.last_at, last_message = excluded.last_message`.execute(db)
    } catch (error) {
      serviceErrors.putBack(counts)
      throw error
    }
  }

  async function followSettings(): Promise<void> {
    const current = await settingsVersion(db)
    if (version !== undefined && version !== current) dropCached(db)
    version = current
  }

  async function report(): Promise<void> {
    await reportLoad()
    await storeErrors()
    await followSettings()
  }

  let running: Promise<void> | undefined
  const tick = () => {
    running ??= report()
      .catch((error) => log.warn({ err: error }, 'could not report this process'))
      .finally(() => {
        running = undefined
      })
    return running
  }
  return {
    report,
    /** Reports at once and every `reportEvery` seconds. Returns a function that removes the process from the list. */
    start() {
      void tick()
      const timer = setInterval(tick, reportEvery * 1000)
      return async () => {
        clearInterval(timer)
        await running
        delay.disable()
        await storeErrors()
          .then(() => db.deleteFrom('server_processes').where('id', '=', id).execute())
          .catch((error) => log.warn({ err: error }, 'could not report the end of this process'))
      }
    },
  }
}
