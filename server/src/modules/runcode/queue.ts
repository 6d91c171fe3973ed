import type { CodeLanguage, RunResult } from '@dxx/contract/calls/runcode'
import type { CodeRunner, LanguageInfo, Program } from '../../adapters/runner/runner'

export const queueLimits = { perUser: 2, total: 200 } as const

/** Nobody more may wait. */
export class QueueFull extends Error {
  constructor(
    readonly retryAfter: number,
    /** Because of the user's own programs. */
    readonly own: boolean,
  ) {
    super('the queue of programs is full')
  }
}

interface Job {
  program: Program
  resolve: (result: RunResult) => void
  reject: (error: unknown) => void
}

/** Waiting programs, one per user in turn, so that nobody's many keep another's one waiting. */
export class CodeQueue {
  /** In the order in which the users' turns come. */
  private readonly waiting = new Map<number, Job[]>()
  private readonly running = new Map<number, number>()
  /** Whose program waits for something to be loaded. */
  private readonly preparing = new Set<number>()
  private runningTotal = 0
  private waitingTotal = 0
  /** How long a program takes, lately. */
  private secondsEach = 1

  constructor(
    private readonly runner: CodeRunner,
    private readonly limits: { perUser: number; total: number } = queueLimits,
  ) {}

  languages(): Promise<LanguageInfo[]> {
    return this.runner.languages()
  }

  /** Runs when its turn comes. Throws QueueFull at once instead of waiting too long. */
  run(userId: number, program: Program): Promise<RunResult> {
    const own = this.waiting.get(userId) ?? []
    if (own.length >= this.limits.perUser || this.waitingTotal >= this.limits.total) {
      return Promise.reject(new QueueFull(this.retryAfter(own.length), own.length >= this.limits.perUser))
    }
    return this.enqueue(userId, program)
  }

  /** For the server's own work on behalf of a user, such as grading: waits its turn however long the queue is. */
  patiently(userId: number): Pick<CodeRunner, 'run'> {
    return { run: (program) => this.enqueue(userId, program) }
  }

  prepare(language: CodeLanguage): void {
    this.runner.prepare?.(language)
  }

  place(userId: number) {
    const waiting = this.waiting.get(userId)?.length ?? 0
    const ahead = waiting > 0 ? [...this.waiting.keys()].indexOf(userId) : null
    return { running: this.running.get(userId) ?? 0, waiting, ahead, preparing: this.preparing.has(userId) }
  }

  /** Starts what takes long to start, so that the first program does not wait for it. Answers whether programs can run. */
  warm(): Promise<boolean> {
    return this.runner.health()
  }

  close(): Promise<void> {
    return this.runner.close()
  }

  private enqueue(userId: number, program: Program): Promise<RunResult> {
    return new Promise((resolve, reject) => {
      const own = this.waiting.get(userId)
      if (own) own.push({ program, resolve, reject })
      else this.waiting.set(userId, [{ program, resolve, reject }])
      this.waitingTotal++
      this.next()
    })
  }

  private next(): void {
    if (this.runningTotal >= this.runner.slots) return
    const turn = this.waiting.entries().next().value
    if (!turn) return
    const [userId, [job, ...later]] = turn
    this.waiting.delete(userId)
    if (later.length > 0) this.waiting.set(userId, later)
    this.waitingTotal--
    this.start(userId, job!)
    this.next()
  }

  private async start(userId: number, { program, resolve, reject }: Job): Promise<void> {
    this.count(userId, 1)
    const startedAt = performance.now()
    try {
      const told = (preparing: boolean) => this.preparing[preparing ? 'add' : 'delete'](userId)
      resolve(await this.runner.run(program, told))
    } catch (error) {
      reject(error)
    }
    this.secondsEach = 0.8 * this.secondsEach + 0.2 * ((performance.now() - startedAt) / 1_000)
    this.preparing.delete(userId)
    this.count(userId, -1)
    this.next()
  }

  private count(userId: number, by: 1 | -1): void {
    this.runningTotal += by
    const own = (this.running.get(userId) ?? 0) + by
    if (own === 0) this.running.delete(userId)
    else this.running.set(userId, own)
  }

  /** When a place becomes free: one of the user's own, or any. */
  private retryAfter(own: number): number {
    const ahead = own >= this.limits.perUser ? this.waiting.size : 1
    return Math.min(60, Math.max(1, Math.ceil((this.secondsEach * ahead) / this.runner.slots)))
  }
}
