import pg from 'pg'
import { pause, startRepeating, type VerifyEnvironment } from '../environment'
import { saveOf, sendAs, startAttempt } from '../load/exam-students'
import type { Cluster } from './cluster'
import { positionClient } from './position-client'

const everyMs = 250

/** Times of requests that were sent at a fixed pace and succeeded. */
export class Probe {
  private readonly answered: { sent: number; done: number }[] = []
  private waiting: { from: number; resolve(ms: number): void }[] = []

  constructor(environment: VerifyEnvironment, send: () => Promise<boolean>) {
    // Sends in an open loop: a request that waits for the database does not delay the next one.
    startRepeating(environment, async () => {
      const sent = performance.now()
      void send().then(
        (ok) => ok && this.note(sent),
        () => {},
      )
      await pause(everyMs)
    })
  }

  private note(sent: number): void {
    const done = performance.now()
    this.answered.push({ sent, done })
    this.waiting = this.waiting.filter(({ from, resolve }) => {
      if (sent < from) return true
      resolve(done - from)
      return false
    })
  }

  /** Resolves with the milliseconds until a request sent from now on succeeds; with Infinity after `forMs`. */
  async backAfter(forMs: number): Promise<number> {
    const from = performance.now()
    const back = new Promise<number>((resolve) => this.waiting.push({ from, resolve }))
    return Promise.race([back, pause(forMs, Number.POSITIVE_INFINITY, { ref: false })])
  }
}

const succeeded = async (sent: Promise<Response>) => {
  const response = await sent
  return response.status === 200 && ((await response.json()) as { code: number }).code === 1
}

/** Saves answers of one student. `byAttempt` receives the acknowledged steps of the attempt. */
export async function writeProbe(
  environment: VerifyEnvironment,
  { exam, token }: { exam: string; token: string },
  at: () => string,
  byAttempt: Map<string, Set<number>>,
): Promise<Probe> {
  const started = await startAttempt(sendAs(at(), token), exam)
  const acknowledged = new Set<number>()
  byAttempt.set(started.attempt, acknowledged)
  const send = positionClient(at, token)
  let next = 1
  return new Probe(environment, async () => {
    const seq = next++
    const ok = await succeeded(send('POST /v1/exam_save', saveOf(started, seq)))
    if (ok) acknowledged.add(seq)
    return ok
  })
}

/** Opens the page of a course again and again. */
export async function readProbe(
  environment: VerifyEnvironment,
  token: string,
  course: string,
  at: () => string,
): Promise<Probe> {
  const send = positionClient(at, token)
  const read = () => send('GET /v1/course_info', { id: course })
  // The first response brings the position, without which every read would go to the primary.
  const first = await (await read()).text()
  if (!first.startsWith('{"code":1,')) throw new Error(`course ${course} cannot be read: ${first.slice(0, 200)}`)
  return new Probe(environment, () => succeeded(read()))
}

/** Asks every PostgreSQL several times a second whether it is primary. Returns how often more than one was. */
export function watchPrimaries(environment: VerifyEnvironment, cluster: Cluster) {
  const seen = { checks: 0, none: 0, several: 0, which: '' }
  const pools = cluster.machines.map((machine) => {
    const settings = { connectionString: cluster.directUrl(machine), max: 1 }
    const pool = new pg.Pool({ ...settings, connectionTimeoutMillis: 1000, query_timeout: 1000 })
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return pool
  })
  environment.onEnd(() => Promise.all(pools.map((pool) => pool.end())))
  const isPrimary = (pool: pg.Pool) =>
    pool.query('select pg_is_in_recovery() as standby').then(
      ({ rows }) => rows[0].standby === false,
      () => false,
    )
  startRepeating(environment, async () => {
    const primaries = (await Promise.all(pools.map(isPrimary))).flatMap((is, i) => (is ? `db${i + 1}` : []))
    seen.checks++
    if (primaries.length === 0) seen.none++
    if (primaries.length > 1) {
      seen.several++
      seen.which = primaries.join(' and ')
    }
    await pause(200)
  })
  return seen
}
