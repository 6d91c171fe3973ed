/** CPU seconds of one account, decaying at the rate the budget allows. */
interface Usage {
  seconds: number
  at: number
}

export interface BudgetLimits {
  /** Usage within a minute above which an account is rejected until it has recovered. */
  secondsPerMinute: number
  /** Usage above which an account is scheduled after lighter ones. */
  heavySeconds: number
}

/** Recent CPU time of each account, for compiling and running. */
export class CpuBudget {
  private readonly used = new Map<number, Usage>()

  constructor(
    private readonly limits: BudgetLimits,
    private readonly nowMs: () => number,
  ) {}

  charge(account: number, seconds: number): void {
    this.used.set(account, { seconds: this.seconds(account) + seconds, at: this.nowMs() })
    if (this.used.size > 10_000) this.forgetRecovered()
  }

  isHeavy(account: number): boolean {
    return this.seconds(account) >= this.limits.heavySeconds
  }

  /** Seconds until the account is below its budget; 0 if it is. */
  recoversIn(account: number): number {
    const over = this.seconds(account) - this.limits.secondsPerMinute
    return over < 0 ? 0 : Math.max(1, Math.ceil((over * 60) / this.limits.secondsPerMinute))
  }

  private seconds(account: number): number {
    const usage = this.used.get(account)
    if (!usage) return 0
    const recovered = ((this.nowMs() - usage.at) / 60_000) * this.limits.secondsPerMinute
    return Math.max(0, usage.seconds - recovered)
  }

  private forgetRecovered(): void {
    for (const account of this.used.keys()) if (this.seconds(account) === 0) this.used.delete(account)
  }
}
