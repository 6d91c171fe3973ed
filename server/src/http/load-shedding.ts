import type { FastifyInstance } from 'fastify'
import { activity } from '../base/activity'
import { Refusal, refusalBody } from '../base/refusal'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * `exam`: refused last. `never`: never refused, for monitoring. `waits`: not counted as load, because the request
     * waits for a program or another service, which has limits of its own.
     */
    load?: 'exam' | 'never' | 'waits'
  }
}

/** Expected wait, as a multiple of the configured maximum, from which a request is refused. */
const patience = { guest: 1, user: 3, exam: 10 }
export type Priority = keyof typeof patience

/** Assumed minimum of completed requests per second, because an idle server has completed none. */
const leastPerSecond = 200
const rememberedSeconds = 5

/**
 * Estimates how long a new request would wait: requests in progress divided by the requests completed in the best of
 * the last seconds. A stalled event loop alone causes no refusals: a single user has one request in progress.
 */
export class LoadShedder {
  private inProgress = 0
  private second = 0
  private readonly completed: number[] = new Array(rememberedSeconds).fill(0)

  constructor(
    private readonly maxWaitMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get expectedWaitMs(): number {
    this.roll()
    return (this.inProgress * 1000) / Math.max(leastPerSecond, ...this.completed)
  }

  admits(priority: Priority): boolean {
    return this.maxWaitMs === 0 || this.expectedWaitMs < this.maxWaitMs * patience[priority]
  }

  begin(): void {
    this.inProgress += 1
  }

  end(): void {
    this.inProgress -= 1
    this.roll()
    this.completed[this.second % rememberedSeconds]! += 1
  }

  private roll(): void {
    const second = Math.floor(this.now() / 1000)
    for (let passed = Math.min(second - this.second, rememberedSeconds); passed > 0; passed -= 1)
      this.completed[(second - passed + 1) % rememberedSeconds] = 0
    this.second = second
  }
}

/** Refuses requests with 503 while too many are in progress: guests first, exam calls last. */
export function shedLoad(app: FastifyInstance, maxWaitMs: number): void {
  const shedder = new LoadShedder(maxWaitMs)
  app.addHook('onRequest', (request, reply, done) => {
    const { load } = request.routeOptions.config
    const priority = load === 'exam' ? 'exam' : request.headers['x-dxx-token'] ? 'user' : 'guest'
    if (load !== 'never' && !shedder.admits(priority)) {
      const retryAfter = Math.min(10, Math.max(1, Math.ceil(shedder.expectedWaitMs / 1000)))
      reply
        .code(503)
        .header('retry-after', String(retryAfter))
        .type('application/json; charset=utf-8')
        .serializer(JSON.stringify)
        .send(refusalBody(new Refusal('overloaded', { data: { retryAfter } })))
      return
    }
    // Health checks do not count as activity, because they come at any time.
    if (load !== 'never') activity.count += 1
    if (load !== 'waits') {
      shedder.begin()
      // The hook onResponse would not run for a client that disconnects in the middle of its body.
      reply.raw.once('close', () => shedder.end())
    }
    done()
  })
}
