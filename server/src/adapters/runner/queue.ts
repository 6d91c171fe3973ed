import type { CodeLanguage, RunPhase, RunResult } from '@dxx/contract/calls/runcode'
import { CpuBudget } from './cpu-budget'
import { type CodeRunner, type LanguageInfo, type Program, RunnerBusy } from './runner'

const queueLimits = {
  /** Maximum of waiting programs per account and in total. */
  perUser: 2,
  total: 200,
  /** A program that has not started after this time is rejected. */
  waitMs: 20_000,
  /** Time limit for the result or a refusal, because clients give up after 60 s. */
  resultMs: 50_000,
  /** Programs to be graded that have waited this long are no longer scheduled after light accounts. */
  patienceMs: 60_000,
  secondsPerMinute: 30,
  heavySeconds: 4,
} as const

export type QueueLimits = { [name in keyof typeof queueLimits]: number }

/**
 * Reason of a refusal, in this order: too many programs of the account are waiting, its CPU budget is used up, the
 * compiler is still being loaded, the server is busy.
 */
export type RefusalReason = 'account' | 'budget' | 'compiler' | 'busy'

/** Approximate time for loading a compiler. */
const compilerSeconds = 10

export class QueueFull extends Error {
  constructor(
    readonly retryAfter: number,
    readonly reason: RefusalReason,
  ) {
    super(`the queue of programs refused one: ${reason}`)
  }
}

interface Job {
  userId: number
  program: Program
  /** Name by which the page polls the state of the program. */
  run: string | undefined
  patient: boolean
  enqueuedAt: number
  /** True while no slot has the program's compiler: the program waits without taking a slot from others. */
  isPreparing: boolean
  loading: Promise<boolean> | undefined
  /** True if the compiler could not be loaded in advance: the program tries again and reports the error. */
  triesToLoad: boolean
  hasBegun: boolean
  isSettled: boolean
  resolve: (result: RunResult) => void
  reject: (error: unknown) => void
}

/** Interval at which `warm` checks that the runner is started. */
const warmMs = 60_000

const phaseKey = (userId: number, run: string | undefined) => `${userId} ${run}`

/**
 * Queue of programs. The account served longest ago comes first, accounts with much recent CPU time come last, and no
 * account has more than half of the slots.
 */
export class CodeQueue {
  private readonly waiting: Job[] = []
  private readonly running = new Map<number, number>()
  /** Accounts whose program waits for its compiler to load. */
  private readonly preparing = new Set<number>()
  /** Phases of named runs, keyed by account and name, so that an account cannot see runs of other accounts. */
  private readonly phases = new Map<string, RunPhase>()
  /** Sequence number of each account's last started program. */
  private readonly served = new Map<number, number>()
  private servedCount = 0
  private warmUntil = Number.NEGATIVE_INFINITY
  private runningTotal = 0
  /** Average duration of recent programs. */
  private secondsEach = 1
  private readonly limits: QueueLimits
  private readonly budget: CpuBudget

  constructor(
    private readonly runner: CodeRunner,
    limits: Partial<QueueLimits> = {},
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.limits = { ...queueLimits, ...limits }
    this.budget = new CpuBudget(this.limits, nowMs)
  }

  languages(): Promise<LanguageInfo[]> {
    return this.runner.languages()
  }

  /** Runs the program when its turn comes. Throws QueueFull if the queue is full or the program is not run in time. */
  run(userId: number, program: Program, run?: string): Promise<RunResult> {
    const recoversIn = this.budget.recoversIn(userId)
    if (recoversIn > 0) return Promise.reject(new QueueFull(recoversIn, 'budget'))
    if (this.waitingOf(userId).length >= this.limits.perUser) return Promise.reject(this.refusal('account'))
    if (this.waiting.length >= this.limits.total) return Promise.reject(this.refusal('busy'))
    return new Promise((resolve, reject) => {
      const timers: NodeJS.Timeout[] = []
      const settle = () => {
        timers.forEach(clearTimeout)
        this.phases.delete(phaseKey(userId, run))
      }
      const job = { ...this.newJob(userId, program, { resolve, reject, settle }), run }
      const refuse = () => {
        this.drop(job)
        job.isSettled = true
        job.reject(
          job.isPreparing || this.isLoading(job) ? new QueueFull(compilerSeconds, 'compiler') : this.refusal('busy'),
        )
      }
      timers.push(setTimeout(() => job.hasBegun || refuse(), this.limits.waitMs))
      timers.push(setTimeout(refuse, this.limits.resultMs))
      this.enqueue(job)
    })
  }

  /** Returns a runner for the server's own work for a user, such as grading: its programs wait without limit. */
  patiently(userId: number): Pick<CodeRunner, 'run'> {
    return {
      run: (program) =>
        new Promise((resolve, reject) => {
          this.enqueue({ ...this.newJob(userId, program, { resolve, reject, settle: () => {} }), patient: true })
        }),
    }
  }

  prepare(language: CodeLanguage): void {
    this.runner.prepare?.(language)
  }

  /** Returns the state of an account's programs, or of its run with the given name. */
  place(userId: number, run?: string) {
    const ahead = this.inOrder().findIndex((job) => job.userId === userId && (run === undefined || job.run === run))
    return {
      running: this.running.get(userId) ?? 0,
      waiting: this.waitingOf(userId).length,
      ahead: ahead < 0 ? null : ahead,
      preparing: this.preparing.has(userId) || this.waitingOf(userId).some(({ isPreparing }) => isPreparing),
      phase: this.phases.get(phaseKey(userId, run)) ?? ('unknown' as const),
    }
  }

  /** Returns the numbers of running programs, waiting programs and slots. */
  load(): { running: number; waiting: number; slots: number } {
    return { running: this.runningTotal, waiting: this.waiting.length, slots: this.runner.slots }
  }

  /**
   * Starts the runner early, when a page with programs is opened, so that the first program need not wait. Not at the
   * start of the server, because the runner needs as much memory as the server.
   */
  warm(): void {
    const now = this.nowMs()
    if (now < this.warmUntil) return
    this.warmUntil = now + warmMs
    void this.runner.health()
  }

  close(): Promise<void> {
    return this.runner.close()
  }

  private newJob(
    userId: number,
    program: Program,
    { resolve, reject, settle }: Pick<Job, 'resolve' | 'reject'> & { settle: () => void },
  ): Job {
    return {
      userId,
      program: { ...program, account: userId },
      run: undefined,
      patient: false,
      enqueuedAt: this.nowMs(),
      isPreparing: false,
      loading: undefined,
      triesToLoad: false,
      hasBegun: false,
      isSettled: false,
      resolve: (result) => {
        settle()
        resolve(result)
      },
      reject: (error) => {
        settle()
        reject(error)
      },
    }
  }

  private enqueue(job: Job): void {
    this.waiting.push(job)
    this.setPhase(job, 'waiting')
    // Called to start loading the compiler even while all slots are in use.
    this.canStart(job)
    this.next()
  }

  /** Whether the program can run at once. If its compiler must be loaded first, slots stay free for other languages. */
  private canStart(job: Job): boolean {
    if (job.triesToLoad) return true
    const loading = this.runner.ready?.(job.program.language)
    this.setPreparing(job, loading?.isFirst === true)
    if (loading) this.startAfter(job, loading.done)
    return !loading
  }

  /** Starts the program when loading has ended, unless it has started in another slot with the compiler. */
  private async startAfter(job: Job, loading: Promise<boolean>): Promise<void> {
    if (job.loading === loading) return
    job.loading = loading
    const isLoaded = await loading
    if (!this.waiting.includes(job)) return
    job.triesToLoad = !isLoaded
    this.setPreparing(job, false)
    this.next()
  }

  private setPreparing(job: Job, isPreparing: boolean): void {
    job.isPreparing = isPreparing
    this.setPhase(job, isPreparing ? 'preparing' : 'waiting')
  }

  /** Does nothing for a run that was rejected before: it has no phase. */
  private setPhase({ userId, run, isSettled }: Job, phase: RunPhase): void {
    if (run !== undefined && !isSettled) this.phases.set(phaseKey(userId, run), phase)
  }

  private drop(job: Job): void {
    const at = this.waiting.indexOf(job)
    if (at >= 0) this.waiting.splice(at, 1)
  }

  private next(): void {
    while (this.runningTotal < this.runner.slots) {
      const job = this.inOrder().find(
        (job) => (this.running.get(job.userId) ?? 0) < this.slotsPerUser && this.canStart(job),
      )
      if (!job) return
      this.drop(job)
      this.start(job)
    }
  }

  /** Sorts light accounts before heavy ones, then each account's first job before any account's second. */
  private inOrder(): Job[] {
    const before = new Map<number, number>()
    const keyed = this.waiting.map((job) => {
      const nth = before.get(job.userId) ?? 0
      before.set(job.userId, nth + 1)
      const overdue = job.patient && this.nowMs() - job.enqueuedAt > this.limits.patienceMs
      const heavy = !overdue && this.budget.isHeavy(job.userId) ? 1 : 0
      return { job, key: [heavy, nth, this.served.get(job.userId) ?? 0] as const }
    })
    // The sort is stable: equal jobs keep their arrival order.
    return keyed.sort(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).map(({ job }) => job)
  }

  private get slotsPerUser(): number {
    return Math.ceil(this.runner.slots / 2)
  }

  private async start(job: Job): Promise<void> {
    const { userId, program, resolve, reject } = job
    const isCompiled = program.language === 'c' || program.language === 'cpp'
    this.count(userId, 1)
    this.served.set(userId, ++this.servedCount)
    job.hasBegun = true
    this.setPhase(job, 'running')
    let begunAt = this.nowMs()
    const onPreparing = (preparing: boolean) => {
      job.hasBegun = !preparing
      if (!preparing) begunAt = this.nowMs()
      if (!isCompiled) return
      this.preparing[preparing ? 'add' : 'delete'](userId)
      this.setPhase(job, preparing ? 'preparing' : 'running')
    }
    const startedAt = this.nowMs()
    try {
      const { usedMs, ...result } = await this.runner.run(program, onPreparing)
      this.budget.charge(userId, (usedMs ?? this.nowMs() - begunAt) / 1_000)
      resolve(result)
    } catch (error) {
      reject(error instanceof RunnerBusy && !job.patient ? this.refusal('busy') : error)
    }
    this.secondsEach = 0.8 * this.secondsEach + 0.2 * ((this.nowMs() - startedAt) / 1_000)
    this.preparing.delete(userId)
    this.count(userId, -1)
    this.forgetIdle()
    this.next()
  }

  /** Whether the program is in a slot that still loads the compiler. */
  private isLoading({ userId, hasBegun, program: { language } }: Job): boolean {
    return !hasBegun && (language === 'c' || language === 'cpp') && this.preparing.has(userId)
  }

  private count(userId: number, by: 1 | -1): void {
    this.runningTotal += by
    const runningOfUser = (this.running.get(userId) ?? 0) + by
    if (runningOfUser === 0) this.running.delete(userId)
    else this.running.set(userId, runningOfUser)
  }

  /** Clears the sequence numbers when no job is left, because the past order no longer matters. */
  private forgetIdle(): void {
    if (this.waiting.length === 0 && this.runningTotal === 0) this.served.clear()
  }

  private waitingOf(userId: number): Job[] {
    return this.waiting.filter((job) => job.userId === userId)
  }

  private refusal(reason: 'account' | 'busy'): QueueFull {
    const accounts = new Set(this.waiting.map(({ userId }) => userId)).size
    const seconds = (this.secondsEach * Math.max(1, accounts)) / this.runner.slots
    return new QueueFull(Math.min(60, Math.max(1, Math.ceil(seconds))), reason)
  }
}
