import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from './base/log-type'
import type { Config } from './config'
import { answerMetrics } from './http/worker-metrics'

/** Argument of the worker that runs background jobs. */
export const jobsArgument = 'with-jobs'

/** Minimum of database connections of a worker, of which two are reserved for work beside transactions. */
const leastConnections = 5
const restartMs = 1000

/** Shares of a worker: the settings are for all workers together, so that their sum does not grow with their number. */
export function workerSettings(config: Config, databaseUrl: string): Record<string, string> {
  const { workers, databasePool, runnerWorkers } = config
  return {
    DATABASE_URL: databaseUrl,
    DATABASE_POOL: String(Math.max(leastConnections, Math.ceil(databasePool / workers))),
    DXX_RUNNER_WORKERS: String(Math.max(1, Math.ceil(runnerWorkers / workers))),
  }
}

/**
 * Starts worker processes that share one port. A worker that ends is started again, unless none has ever listened: then
 * the start has failed.
 */
export class Workers {
  private readonly running = new Set<Worker>()
  private isStopping = false
  private isListening = false

  constructor(
    private readonly settings: Record<string, string>,
    private readonly log: Log,
  ) {
    answerMetrics(() => [...this.running])
  }

  /** Returns the port when all workers listen. */
  async start(count: number): Promise<number> {
    const ports = await Promise.all(Array.from({ length: count }, (_, i) => this.fork(i === 0)))
    this.isListening = true
    return ports[0]!
  }

  /** Ends all workers as a signal to each would. */
  async stop(): Promise<void> {
    this.isStopping = true
    await Promise.all(
      [...this.running].map(async (worker) => {
        const exited = once(worker, 'exit')
        worker.process.kill('SIGTERM')
        await exited
      }),
    )
  }

  private fork(hasJobs: boolean): Promise<number> {
    cluster.setupPrimary({ args: hasJobs ? [jobsArgument] : [] })
    const worker = cluster.fork(this.settings)
    this.running.add(worker)
    return new Promise((resolve, reject) => {
      worker.once('listening', ({ port }) => resolve(port))
      worker.once('exit', (code, signal) => {
        this.running.delete(worker)
        // The worker has printed the reason.
        reject(new Error(`a worker ended with ${signal ?? code} during the start`))
        if (this.isStopping || !this.isListening) return
        if (code !== 0) this.log.error({ pid: worker.process.pid, code, signal }, 'a worker ended and is started again')
        setTimeout(() => {
          if (!this.isStopping) this.fork(hasJobs).catch(() => {})
        }, restartMs)
      })
    })
  }
}
