import { watchActivity } from '../base/activity'
import type { Db } from '../db/connection'
import { type DueKind, KindOrder } from './kind-order'
import {
  claimFairly,
  claimJob,
  dueGroups,
  dueKinds,
  idleSkipper,
  type Job,
  planRecurring,
  putBack,
  type WorkConditions,
} from './queue'
import { type JobContext, type JobHandler, jobRunner, leaseSeconds } from './run-job'

export type { JobContext, JobHandler, WorkConditions }

export interface WorkerOptions extends JobContext {
  /** Handlers by kind. Jobs of other kinds are left to servers that have a handler for them. */
  handlers: Record<string, JobHandler<never>>
  /** Period in seconds by kind of recurring job. Each job runs once per period, with any number of servers. */
  every?: Record<string, number>
  /** Whether recurring jobs have work; jobs without work are only planned again. */
  work?: WorkConditions
  /** Kinds of jobs that are retried without limit; other jobs are given up after eight attempts. */
  lasting?: readonly string[]
  /** Maximum number of concurrent jobs. */
  lanes?: number
  /** Urgency by kind, see `jobRanks`. */
  ranks?: Readonly<Record<string, number>>
  /**
   * Schedules owners round-robin, each with at most this many running jobs. If absent, kinds are scheduled by rank and
   * in turn.
   */
  perOwner?: number
  /** Polling interval; without it only `runDue` runs jobs. */
  pollMs?: number
}

/** Seconds after which a recurring job runs even if its condition reports no work. */
const runAnywaySeconds = 300

export interface Worker {
  /** Claims no more jobs and waits for running ones. */
  stop(): Promise<void>
  runDue(): Promise<void>
  kinds: string[]
  /** Whether the worker looks for jobs when woken: it has a free slot. */
  isFree(): boolean
  /** Whether the recurring jobs are in the queue. */
  isPlanned(): boolean
  wake(): void
}

export function startWorker(options: WorkerOptions): Worker {
  const { handlers, every = {}, work = {}, lasting = [], ranks = {}, lanes = 4, perOwner, pollMs, ...ctx } = options
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

  const withWork = idleFilter(work, db, nextPeriod)
  const kindsToRun = async (free: string[], now: number) =>
    order.sort(await withWork(await dueKinds(db, free, now), now), now)

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
    for (const kind of await kindsToRun(free, now)) {
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

  const isFree = () => running.size < lanes
  let polling: { stop(): void } | undefined
  const worker: Worker = {
    runDue,
    kinds,
    isFree,
    isPlanned: () => planned !== undefined,
    wake: addLane,
    stop: async () => {
      stopped = true
      polling?.stop()
      await Promise.all(running)
    },
  }
  if (pollMs !== undefined) polling = startPolling([worker], ctx, pollMs)
  return worker
}

/** Returns a function that plans due jobs with nothing to do again, and returns the kinds that have something to do. */
function idleFilter(work: WorkConditions, db: Db, nextPeriod: (kind: string) => number) {
  const skipIdle = Object.keys(work).length > 0 ? idleSkipper(work) : null
  /** Time at which this worker last ran a kind with a condition. */
  const ranAt = new Map<string, number>()
  return async (due: DueKind[], now: number): Promise<DueKind[]> => {
    const maySkip = (kind: string) => kind in work && now - (ranAt.get(kind) ?? 0) < runAnywaySeconds
    const mayBeIdle = due.map(({ kind }) => kind).filter(maySkip)
    const idle = (await skipIdle?.(db, mayBeIdle, nextPeriod, now)) ?? []
    for (const { kind } of due) if (kind in work && !maySkip(kind)) ranAt.set(kind, now)
    return due.filter(({ kind }) => !idle.includes(kind))
  }
}

/** A process at rest looks for jobs only at every n-th tick of its timer. */
const restTicks = 5
/** Time after the last request or new job from which a process is at rest. */
const restAfterMs = 30_000

/**
 * Looks for due jobs of several workers by one cheap statement. At rest it looks less often: then a job added by
 * another process waits a few seconds longer.
 */
export function startPolling(workers: readonly Worker[], { db, clock, log }: JobContext, everyMs: number) {
  let isPolling = false
  let ticks = 0
  const isActive = watchActivity(restAfterMs)
  async function poll(): Promise<void> {
    if (!isActive() && ++ticks % restTicks > 0) return
    const free = workers.filter((worker) => worker.isFree())
    if (isPolling || free.length === 0) return
    isPolling = true
    try {
      for (const worker of free) if (!worker.isPlanned()) worker.wake()
      const groups = free.map(({ kinds }) => kinds)
      for (const at of await dueGroups(db, groups, clock.now())) free[at]!.wake()
    } catch (error) {
      log.error({ err: error }, 'could not look for jobs')
    }
    isPolling = false
  }
  const timer = setInterval(poll, everyMs)
  return { stop: () => clearInterval(timer) }
}
