import type { RunOrder, RunReport } from './messages'
import { Output } from './output'
import type { CpuClock, TimeLimit } from './program-time'
import { Thread } from './thread'

/** A thread that runs programs, with the shared memory of its output. */
export class RunThread {
  readonly output = new Output()
  private readonly thread: Thread<RunOrder, Exclude<RunReport, { ready: true }>>

  constructor(private readonly cpu: CpuClock) {
    this.thread = new Thread(
      this.cpu,
      new URL('./run-worker.js', import.meta.url),
      async () => ({ output: this.output.shared }),
      128,
    )
  }

  start(): Promise<void> {
    return this.cpu.uncounted(() => this.thread.start())
  }

  async run(order: RunOrder, limit: TimeLimit) {
    this.output.reset()
    const cpuBefore = this.cpu.nowMs()
    return this.thread.ask(order, limit, () => this.cpu.nowMs() - cpuBefore + this.output.sleptMs)
  }

  replace(): void {
    this.thread.replace()
  }

  end(): void {
    this.thread.end()
  }
}
