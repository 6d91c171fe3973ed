import { Worker } from 'node:worker_threads'

export class TimedOut extends Error {}
/** The thread used up its own heap. */
export class ThreadFull extends Error {}
export class ThreadLost extends Error {}

/** One worker thread that answers one order at a time and is replaced when it is lost or ended. */
export class Thread<Order, Report extends object> {
  private worker: Worker | undefined
  private ready: Promise<void> | undefined
  private settle: { resolve: (report: Report) => void; reject: (error: Error) => void } | undefined

  constructor(
    private readonly file: URL,
    private readonly data: object,
    private readonly heapMb: number,
  ) {}

  /** Resolves when the thread takes orders. */
  start(): Promise<void> {
    this.ready ??= new Promise<void>((resolve, reject) => {
      const worker = new Worker(this.file, {
        workerData: this.data,
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
    return this.ready
  }

  /** Must not be called while an order is under way. */
  async ask(order: Order, timeoutMs: number): Promise<Report> {
    await this.start()
    let timer: NodeJS.Timeout | undefined
    try {
      return await new Promise<Report>((resolve, reject) => {
        this.settle = { resolve, reject }
        timer = setTimeout(() => reject(new TimedOut()), timeoutMs)
        this.worker!.postMessage(order)
      })
    } catch (error) {
      await this.replace()
      throw error
    } finally {
      clearTimeout(timer)
      this.settle = undefined
    }
  }

  /** Ends the thread, whatever it is doing, and begins another. */
  async replace(): Promise<void> {
    const old = this.worker
    this.forget()
    await old?.terminate()
    // It comes up in the background; whoever needs it learns of a failure from `ask`.
    this.start().catch(() => {})
  }

  private forget(): void {
    this.worker = undefined
    this.ready = undefined
  }
}
