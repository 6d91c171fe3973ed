import { KindOrder } from './kind-order'
import { claimFairly, claimJob, dueKinds, hasDue, type Job, planRecurring, putBack } from './queue'
import { type JobContext, type JobHandler, jobRunner, leaseSeconds } from './run-job'

export type { JobContext, JobHandler }

export interface WorkerOptions extends JobContext {
  /** Handlers by kind. Jobs of other kinds are left to servers that have a handler for them. */
  handlers: Record<string, JobHandler<never>>
  /** Period in seconds by kind of recurring job. Each job runs once per period, with any number of servers. */
  every?: Record<string, number>
  /** Kinds of jobs that are retried without limit; other jobs are given up after eight attempts. */
  lasting?: readonly string[]
  /** Maximum number of concurrent jobs. */
  lanes?: number
  /** Urgency by kind, see `jobRanks`. */
  ranks?: Readonly<Record<string, number>>
  /** Schedules owners round-robin, each with at most this many running jobs; otherwise kinds by rank and in turn. */
  perOwner?: number
  /** Polling interval; without it only `runDue` runs jobs. */
  pollMs?: number
}

export interface Worker {
  /** Claims no more jobs and waits for running ones. */
  stop(): Promise<void>
  runDue(): Promise<void>
}

export function startWorker(options: WorkerOptions): Worker {
  const { handlers, every = {}, lasting = [], ranks = {}, lanes = 4, perOwner, pollMs, ...ctx } = options
  const { db, clock, log } = ctx
  const kinds = Object.keys(handlers)
  const running = new Set<Promise<void>>()
  let stopped = false
  const { run, nextPeriod } = jobRunner({ handlers, every, lasting, ctx })

  let planned: Promise<void> | undefined
  async function planAll(): Promise<void> {
    for (const kind of Object.keys(every)) await planRecurring(db, kind, nextPeriod(kind))
  }

  const order = new KindOrder(ranks, lanes)

  async function runOne(claim: () => Promise<Job | undefined>): Promise<boolean> {
    const job = await claim()
    if (!job) return false
    // If `stop` was called during the claim, the job is left to other servers.
    if (stopped) await putBack(db, job)
    else {
      order.markServed(job.kind)
      addLane()
      await run(job)
    }
    return true
  }

  /** Runs one due job. Returns false if none could be claimed. */
  async function runNext(): Promise<boolean> {
    const now = clock.now()
    if (perOwner !== undefined) return runOne(() => claimFairly(db, kinds, now, leaseSeconds, perOwner))
    const free = kinds.filter((kind) => order.canStart(kind))
    for (const kind of order.sort(await dueKinds(db, free, now), now)) {
      // Other slots of this worker may have started jobs of the kind during the query.
      if (!order.canStart(kind)) continue
      order.begin(kind)
      try {
        if (await runOne(() => claimJob(db, kind, now, leaseSeconds))) return true
      } finally {
        order.end(kind)
      }
    }
    return false
  }

  /** Runs jobs until none is due. After each claimed job it starts another loop, up to the concurrency limit. */
  async function lane(): Promise<void> {
    try {
      planned ??= planAll()
      await planned
      let found = true
      while (found && !stopped) found = await runNext()
    } catch (error) {
      // If the database is unavailable, the next poll retries; running jobs can be claimed again when their lease ends.
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

  /** Whether a check for due jobs is running. */
  let isPolling = false
  /** Looks for due jobs by one cheap statement, because an idle server does this every second. */
  async function poll(): Promise<void> {
    if (isPolling || running.size >= lanes) return
    isPolling = true
    try {
      if (!planned || (await hasDue(db, kinds, clock.now()))) addLane()
    } catch (error) {
      log.error({ err: error }, 'could not look for jobs')
    }
    isPolling = false
  }

  const timer = pollMs === undefined ? undefined : setInterval(poll, pollMs)
  return {
    runDue,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await Promise.all(running)
    },
  }
}
