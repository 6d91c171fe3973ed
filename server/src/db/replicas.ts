import pg from 'pg'
import type { Log } from '../base/log-type'
import { connect, type Db } from './connection'
import { type LogPosition, parsePosition, StandbyStates } from './standby-states'

/** Standbys of the database that calls may read from. */
export interface Replicas {
  /** A standby that has replayed the position; null if none has, and then the primary is read. */
  choose(position: LogPosition, turn: number): Db | null
  /** Stops using a standby whose connection was lost, until it responds again. */
  lost(db: Db): void
  /** Current position of the primary, which includes everything committed before the call. */
  position(): Promise<LogPosition>
  /** Newest position known without a query; null if none is known. */
  newest(): LogPosition | null
  /** For monitoring: number of requests that may read from a standby, by the database they read from. */
  reads: { standby: number; primary: number }
  /** For monitoring: usable, and lag in milliseconds if known. */
  states(): { usable: boolean; lagMs: number | null }[]
  close(): Promise<void>
}

interface ReplicaSettings {
  primaryUrl: string
  urls: string[]
  max: number
  log: Log
  pollMs?: number
}

/**
 * The end of the log on the primary's disk, not of the log in its memory: a commit is on disk when it is acknowledged,
 * and what is only in memory may be lost in a takeover. Without synchronous_commit, commits may be in memory only.
 */
const ofPrimary = `
  select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end::text as position`
const ofStandby = `
  select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`

const answerMs = 1000
/** Added to the newest position if the current one cannot be read: the log reaches the sum later than the write. */
const ahead = 64 * 1024 * 1024

/** Uses a separate connection: those of the pool may all be busy, and a busy standby must not count as unreachable. */
function watcher(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'dxx-watch',
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function readPosition(pool: pg.Pool, statement: string): Promise<LogPosition | null> {
  const { rows } = await pool.query<{ position: string | null }>(statement)
  const text = rows[0]?.position
  return text ? parsePosition(text) : null
}

/**
 * Lets callers share one query. A caller never shares a query that was sent before its call: its own write may have
 * been committed after the response.
 */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let lastQuery: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () => {
    next ??= lastQuery.then(() => {
      const answer = ask()
      lastQuery = answer.catch(() => {})
      next = undefined
      return answer
    })
    return next
  }
}

/** Connects to all standbys and asks each of them several times a second for its replayed position. */
export async function openReplicas({ primaryUrl, urls, max, log, pollMs = 250 }: ReplicaSettings): Promise<Replicas> {
  const states = new StandbyStates(urls.length)
  const connections = urls.map((url) => connect(url, { max, log }))
  const dbs = connections.map(({ db }) => db)
  const primary = watcher(primaryUrl)
  const watchers = urls.map(watcher)

  /** Asks each server repeatedly and separately, so that one that does not respond does not delay the others. */
  const repeat = (ask: () => Promise<void>) => {
    let busy = false
    return async () => {
      if (busy) return
      busy = true
      await ask().finally(() => {
        busy = false
      })
    }
  }
  const askPrimary = repeat(async () => {
    const at = performance.now()
    const position = await readPosition(primary, ofPrimary).catch(() => null)
    if (position !== null) states.addSample(at, position)
  })
  const polls = [
    askPrimary,
    ...watchers.map((pool, i) =>
      repeat(async () => states.setStandby(i, await readPosition(pool, ofStandby).catch(() => null))),
    ),
  ]
  const askAll = () => Promise.all(polls.map((ask) => ask()))
  await askAll()
  const timer = setInterval(askAll, pollMs)

  return {
    reads: { standby: 0, primary: 0 },
    choose: (position, turn) => dbs[states.choose(position, turn)] ?? null,
    lost: (db) => states.setStandby(dbs.indexOf(db), null),
    newest: () => states.newest,
    position: shared(async () => {
      const at = performance.now()
      try {
        const position = await readPosition(primary, ofPrimary)
        states.addSample(at, position!)
        return position!
      } catch {
        return (states.newest ?? 0) + ahead
      }
    }),
    states: () => dbs.map((_, i) => ({ usable: states.isUsable(i), lagMs: states.lagMs(i) })),
    async close() {
      clearInterval(timer)
      await Promise.all([primary, ...watchers].map((pool) => pool.end()))
      await Promise.all(connections.map(({ close }) => close()))
    },
  }
}
