import { Worker } from 'node:worker_threads'
import { type CpuClock, type TimeLimit, watchTime } from './program-time'

/** Thrown if the thread exhausted its heap. */
export class ThreadFull extends Error {}
export class ThreadLost extends Error {}

/** A worker thread that processes one request at a time and is replaced when it crashes or is terminated. */
export class Thread<Order, Report extends object> {
  private worker: Worker | undefined
  private ready: Promise<void> | undefined
  private settle: { resolve: (report: Report) => void; reject: (error: Error) => void } | undefined

  constructor(
    private readonly cpu: CpuClock,
    private readonly file: URL,
    /** Data passed to the thread at its start. */
    private readonly data: () => Promise<object>,
    private readonly heapMb: number,
  ) {}

  /** Starts the thread if needed; resolves when it accepts requests. */
  start(): Promise<void> {
    if (!this.ready) {
      const start: Promise<void> = this.data().then((data) => {
        // If `end` was called meanwhile, do not launch: no reference would be left to terminate the thread.
        if (this.ready !== start) throw new ThreadLost('the thread was ended')
        return this.launch(data)
      })
      this.ready = start
      // After a failure, the next call of `start` tries again.
      start.catch(() => this.ready === start && this.forget())
    }
    return this.ready
  }

  private launch(data: object): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const worker = new Worker(this.file, {
        workerData: data,
        env: {},
        resourceLimits: { maxOldGenerationSizeMb: this.heapMb, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
      })
      this.worker = worker
      const lost = (error: Error) => {
        if (this.worker !== worker) return
        this.forget()
        reject(error)
        this.settle?.reject(error)
      }
      worker.on('message', (report: Report | { ready: true }) => {
        if ('ready' in report) resolve()
        else this.settle?.resolve(report)
      })
      worker.on('error', (error: NodeJS.ErrnoException) =>
        lost(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadFull() : new ThreadLost(error.stack)),
      )
      worker.on('exit', () => lost(new ThreadLost('the thread ended')))
    })
  }

  /** Sends a request and returns the report. Must not be called while another request is being processed. */
  async ask(order: Order, limit: TimeLimit, spentMs: () => number): Promise<Report> {
    await this.start()
    let stopWatching = () => {}
    try {
      return await new Promise<Report>((resolve, reject) => {
        this.settle = { resolve, reject }
        stopWatching = watchTime(limit, spentMs, reject)
        this.worker!.postMessage(order)
      })
    } catch (error) {
      // The caller does not wait for the old thread to end, which takes longer while V8 optimises its code.
      this.replace()
      throw error
    } finally {
      stopWatching()
      this.settle = undefined
    }
  }

  /** Terminates the thread and starts another. */
  replace(): void {
    this.end()
    // Ignored: the new thread starts in the background, and the next `ask` reports a failure.
    this.start().catch(() => {})
  }

  end(): void {
    const old = this.worker
    this.forget()
    // A compiler thread takes seconds to end: no caller waits for it, and its CPU time is charged to no program.
    if (old) this.cpu.uncounted(() => old.terminate())
  }

  private forget(): void {
    this.worker = undefined
    this.ready = undefined
  }
}
