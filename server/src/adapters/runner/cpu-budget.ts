/** CPU seconds used by an account until `at`; they decay at the rate that the budget allows. */
interface Usage {
  seconds: number
  at: number
}

export interface BudgetLimits {
  /** CPU seconds per minute from which an account is rejected until its usage has decayed. */
  secondsPerMinute: number
  /** CPU seconds above which an account is scheduled after accounts with less usage. */
  heavySeconds: number
}

/** Records the recent CPU time of each account for compiling and running. */
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

  /** Returns the seconds until the account's usage is below its budget; 0 if it already is. */
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
