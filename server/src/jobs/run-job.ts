import type { Clock } from '../base/clock'
import type { Log } from '../base/log-type'
import { currentTracing, inSpan } from '../base/tracing'
import type { Db } from '../db/connection'
import { extendLease, failJob, finishJob, isRecurring, type Job, planNext, retryLater } from './queue'

export interface JobContext {
  db: Db
  clock: Clock
  log: Log
}

/** Runs a job. Must be idempotent, because the job may run again after a crash. */
export type JobHandler<Payload> = (ctx: JobContext, payload: Payload) => Promise<void>

interface RunnerOptions {
  handlers: Record<string, JobHandler<never>>
  every: Record<string, number>
  lasting: readonly string[]
  ctx: JobContext
}

const maxAttempts = 8
/** A job that ended the process this often is not run again: every death also ends the requests of that process. */
const maxDeaths = 3
export const leaseSeconds = 60

/** Seconds until the next attempt: 10, 20, 40, …, about 20 minutes for eight attempts; then 20 minutes each. */
const retryDelay = (attempts: number) => 5 * 2 ** Math.min(attempts, maxAttempts)

/** Thrown instead of running a job whose process died too often. A lasting job is tried again after a growing delay. */
class ProcessDied extends Error {
  constructor(deaths: number) {
    super(`the process died while running it, ${deaths} times`)
  }
}

/** Runs claimed jobs and stores the outcome: finished, planned again, retried later or given up. */
export function jobRunner({ handlers, every, lasting, ctx }: RunnerOptions) {
  const { db, clock, log } = ctx

  const nextPeriod = (kind: string) => {
    const period = every[kind]!
    return (Math.floor(clock.now() / period) + 1) * period
  }
  // A row whose kind is no longer recurring finishes like any other.
  const recurs = (job: Job) => isRecurring(job) && job.kind in every
  const mayEnd = (job: Job) => !lasting.includes(job.kind)

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
      if (job.died && job.deaths >= maxDeaths) throw new ProcessDied(job.deaths)
      // An error in the last attempt would have ended the job, so the process must have died in that attempt.
      if (mayEnd(job) && job.attempts > maxAttempts) throw new ProcessDied(job.deaths)
      const span = currentTracing()?.begin(`job ${job.kind}`, 'internal', { 'dxx.job': job.id })
      await inSpan(span, () => handlers[job.kind]!(ctx, job.payload as never))
    } catch (error) {
      await failed(job, error)
      return
    } finally {
      clearInterval(lease)
    }
    if (recurs(job)) await planNext(db, job, { runAt: nextPeriod(job.kind), attempts: 0, error: null })
    else await finishJob(db, job)
  }

  async function failed(job: Job, error: unknown): Promise<void> {
    log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed')
    const text = String(error instanceof Error ? (error.stack ?? error.message) : error)
    // PostgreSQL cannot store NUL characters.
    const message = text.replaceAll('\0', '').slice(0, 2000)
    const now = clock.now()
    const retryAt = now + retryDelay(job.attempts)
    if (recurs(job)) {
      // Recurring jobs are never given up: the next period tries again.
      const next = nextPeriod(job.kind)
      const retry = retryAt < next && job.attempts < maxAttempts
      const [runAt, attempts] = retry ? [retryAt, job.attempts] : [next, 0]
      await planNext(db, job, { runAt, attempts, error: message })
    } else if (mayEnd(job) && (job.attempts >= maxAttempts || error instanceof ProcessDied))
      await failJob(db, job, now, message)
    else await retryLater(db, job, retryAt, message)
  }

  return { run, nextPeriod }
}
