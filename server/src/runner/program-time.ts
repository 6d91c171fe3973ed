/** Thrown if the program exceeded its time limit. */
export class TimedOut extends Error {}
/** Thrown if the wall-clock limit passed before the program used its time: it got too little CPU time. */
export class Starved extends Error {}

export interface TimeLimit {
  /** CPU time plus sleep time of the program. */
  programMs: number
  wallMs: number
}

const checkEveryMs = 10

/** Calls `expire` once the limit is reached. Returns a function that stops watching. */
export function watchTime(limit: TimeLimit, spentMs: () => number, expire: (error: Error) => void): () => void {
  const startedAt = performance.now()
  const timer = setInterval(() => {
    if (spentMs() >= limit.programMs) expire(new TimedOut())
    else if (performance.now() - startedAt >= limit.wallMs) expire(new Starved())
  }, checkEveryMs)
  return () => clearInterval(timer)
}

/**
 * CPU time (user and system) of this process, which runs one program at a time, because Node 20 reports no time per
 * thread. A program is one thread, so CPU time beyond the wall-clock time is that of V8 optimising code in parallel and
 * does not count. The clock stops while the host loads something, so that no program is charged for the loading.
 */
export class CpuClock {
  private counted = 0
  private last = processMs()
  private lastWall = performance.now()
  private loading = 0

  nowMs(): number {
    const [now, wall] = [processMs(), performance.now()]
    if (this.loading === 0) this.counted += Math.min(now - this.last, wall - this.lastWall)
    this.last = now
    this.lastWall = wall
    return this.counted
  }

  async uncounted<T>(work: () => Promise<T>): Promise<T> {
    this.nowMs()
    this.loading++
    try {
      return await work()
    } finally {
      this.nowMs()
      this.loading--
    }
  }
}

function processMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
