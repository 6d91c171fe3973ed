import type { Clock } from '../clock'
import type { Db } from '../db/connection'
import type { Log } from '../db/log'
import {
  claim,
  extendLease,
  finish,
  giveUp,
  isRecurring,
  type Job,
  planNext,
  planRecurring,
  putBack,
  retryLater,
} from './queue'

export interface JobContext {
  db: Db
  clock: Clock
  log: Log
}

/** May run again after a crash, so what it does must bear repetition. */
export type JobHandler<Payload> = (ctx: JobContext, payload: Payload) => Promise<void>

export interface WorkerOptions extends JobContext {
  /** By kind. A kind that is not here is left for servers that know it. */
  handlers: Record<string, JobHandler<never>>
  /** Kinds that run by themselves, with their period in seconds: once per period, however many servers there are. */
  every?: Record<string, number>
  /** Kinds that were promised to somebody: tried for as long as it takes. Others are given up after some tries. */
  lasting?: readonly string[]
  /** How many run at once. */
  lanes?: number
  /** How often to look for work; without it only `runDue` does. */
  pollMs?: number
}

export interface Worker {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>
  /** Runs everything that is due now. */
  runDue(): Promise<void>
}

const maxAttempts = 8
const leaseSeconds = 60

/** 10 s, 20 s, 40 s … about 20 minutes in all; then every 20 minutes. */
const retryDelay = (attempts: number) => 5 * 2 ** Math.min(attempts, maxAttempts)

export function startWorker(options: WorkerOptions): Worker {
  const { handlers, every = {}, lasting = [], lanes = 4, pollMs, ...ctx } = options
  const { db, clock, log } = ctx
  const kinds = Object.keys(handlers)
  const running = new Set<Promise<void>>()
  let stopped = false

  const nextPeriod = (kind: string) => {
    const period = every[kind]!
    return (Math.floor(clock.now() / period) + 1) * period
  }
  // A row whose kind is no longer recurring ends like any other.
  const recurs = (job: Job) => isRecurring(job) && job.kind in every
  const mayEnd = (job: Job) => !lasting.includes(job.kind)
  let planned: Promise<void> | undefined
  async function planAll(): Promise<void> {
    for (const kind of Object.keys(every)) await planRecurring(db, kind, nextPeriod(kind))
  }

  /** Works until nothing is due. Having found something, it calls another to look as well, up to the limit. */
  async function lane(): Promise<void> {
    try {
      planned ??= planAll()
      await planned
      while (!stopped) {
        const job = await claim(db, kinds, clock.now(), leaseSeconds)
        if (!job) return
        // Told to stop while it was asking: there are other servers.
        if (stopped) return await putBack(db, job)
        addLane()
        await run(job)
      }
    } catch (error) {
      // The database is away: the next poll tries again, and leases bring back what was running.
      planned = undefined
      log.error({ err: error }, 'could not look for jobs')
    }
  }

  function addLane(): void {
    if (stopped || running.size >= lanes) return
    const added = lane().finally(() => running.delete(added))
    running.add(added)
  }

  async function runDue(): Promise<void> {
    addLane()
    while (running.size > 0) await Promise.all(running)
  }

  async function run(job: Job): Promise<void> {
    const lease = setInterval(
      () => {
        extendLease(db, job, clock.now() + leaseSeconds).catch((error) =>
          log.warn({ err: error, job: job.id }, 'could not extend the lease of a job'),
        )
      },
      (leaseSeconds * 1000) / 3,
    )
    try {
      // More tries than allowed without a recorded failure: each time the process died.
      if (mayEnd(job) && job.attempts > maxAttempts) throw new Error('the process died while running it')
      await handlers[job.kind]!(ctx, job.payload as never)
    } catch (error) {
      await failed(job, error)
      return
    } finally {
      clearInterval(lease)
    }
    if (recurs(job)) await planNext(db, job, { runAt: nextPeriod(job.kind), attempts: 0, error: null })
    else await finish(db, job)
  }

  async function failed(job: Job, error: unknown): Promise<void> {
    log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed')
    const text = String(error instanceof Error ? (error.stack ?? error.message) : error)
    // PostgreSQL stores no NUL.
    const message = text.replaceAll('\0', '').slice(0, 2000)
    const now = clock.now()
    const later = now + retryDelay(job.attempts)
    if (recurs(job)) {
      // Never given up: a new period is a new chance.
      const next = nextPeriod(job.kind)
      const retry = later < next && job.attempts < maxAttempts
      const [runAt, attempts] = retry ? [later, job.attempts] : [next, 0]
      await planNext(db, job, { runAt, attempts, error: message })
    } else if (mayEnd(job) && job.attempts >= maxAttempts) await giveUp(db, job, now, message)
    else await retryLater(db, job, later, message)
  }

  const timer = pollMs === undefined ? undefined : setInterval(addLane, pollMs)
  return {
    runDue,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}
