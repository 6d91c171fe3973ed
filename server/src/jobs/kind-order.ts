/** Urgency of a kind of job: a lower rank runs first. A kind without a rank is `usual`. */
export const jobRanks = { exam: 0, money: 1, usual: 2, mail: 3, upkeep: 4 } as const

/**
 * Seconds of waiting that raise a job by one rank, so that a busy exam delays mail only by minutes. No job rises above
 * the ranks of exams.
 */
export const promoteSeconds = 300

/** A kind with due jobs, and the time at which its oldest job became due. */
export interface DueKind {
  kind: string
  runAt: number
}

/**
 * Order in which a worker looks at kinds with due jobs: by rank, then the kind served longest ago, so that a thousand
 * jobs of one kind delay no other kind of the rank by more than one job. One kind never uses all slots.
 */
export class KindOrder {
  private readonly running = new Map<string, number>()
  private readonly served = new Map<string, number>()
  private turn = 0
  private readonly perKind: number

  constructor(
    private readonly ranks: Readonly<Record<string, number>>,
    lanes: number,
  ) {
    this.perKind = Math.max(1, lanes - 1)
  }

  canStart(kind: string): boolean {
    return (this.running.get(kind) ?? 0) < this.perKind
  }

  sort(due: readonly DueKind[], now: number): string[] {
    const rank = ({ kind, runAt }: DueKind) =>
      Math.max(0, (this.ranks[kind] ?? jobRanks.usual) - Math.floor((now - runAt) / promoteSeconds))
    const served = ({ kind }: DueKind) => this.served.get(kind) ?? 0
    return [...due]
      .sort((a, b) => rank(a) - rank(b) || served(a) - served(b) || a.runAt - b.runAt)
      .map(({ kind }) => kind)
  }

  begin(kind: string): void {
    this.running.set(kind, (this.running.get(kind) ?? 0) + 1)
  }

  markServed(kind: string): void {
    this.served.set(kind, ++this.turn)
  }

  end(kind: string): void {
    this.running.set(kind, this.running.get(kind)! - 1)
  }
}
