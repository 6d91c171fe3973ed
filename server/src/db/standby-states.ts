/** Position in PostgreSQL's log. */
export type LogPosition = number

/** A position as the text of PostgreSQL, `16/B374D848`. */
export function parsePosition(text: string): LogPosition {
  const [high = '', low = ''] = text.split('/')
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

/** Last report of a standby about itself. */
interface StandbyReport {
  at: number
  /** Null if it did not respond or is not a standby. */
  replayed: LogPosition | null
}

/** A standby that lags longer than this gets no reads. */
export const maxLagMs = 2000
/** A report older than this does not show the present state. */
const maxSilenceMs = 1500
/**
 * While the primary cannot be reached, lag cannot be measured. Standbys then serve reads for this long: a takeover
 * takes less time, and a standby cut off together with this server must not serve old data for hours.
 */
const maxBlindMs = 60_000

/**
 * Which standbys may be read from. Their lag is measured by the primary's own positions: a standby that has replayed
 * the position that the primary had a second ago lags at most a second, also without writes or with a cut connection.
 */
export class StandbyStates {
  /** Positions of the primary, oldest first. */
  private samples: { at: number; position: LogPosition }[] = []
  private readonly reports: StandbyReport[]

  constructor(
    readonly count: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.reports = Array.from({ length: count }, () => ({ at: Number.NEGATIVE_INFINITY, replayed: null }))
  }

  /** Newest known position of the primary; null before the first sample. */
  get newest(): LogPosition | null {
    return this.samples.at(-1)?.position ?? null
  }

  /** `at` is the time before the primary was asked. */
  addSample(at: number, position: LogPosition): void {
    // A lower position belongs to another database, such as a restored one, for which the known positions are invalid.
    if (position < (this.newest ?? 0)) this.samples = []
    this.samples.push({ at, position })
    // Keeps the newest sample that is older than the maximum lag, so that a lag above it is detected.
    while (this.samples.length > 1 && this.samples[1]!.at < at - 2 * maxLagMs) this.samples.shift()
  }

  setStandby(index: number, replayed: LogPosition | null): void {
    this.reports[index] = { at: this.now(), replayed }
  }

  /** Milliseconds by which a standby lags at most; null if that is unknown. */
  lagMs(index: number): number | null {
    const { replayed } = this.reports[index]!
    if (replayed === null) return null
    const sample = this.samples.findLast(({ position }) => position <= replayed)
    return sample ? this.now() - sample.at : null
  }

  isUsable(index: number): boolean {
    const { at, replayed } = this.reports[index]!
    if (replayed === null || this.now() - at > maxSilenceMs) return false
    const sampledAt = this.samples.at(-1)?.at
    if (sampledAt === undefined) return false
    const blindMs = this.now() - sampledAt
    if (blindMs > maxSilenceMs) return blindMs < maxBlindMs
    const lag = this.lagMs(index)
    return lag !== null && lag <= maxLagMs
  }

  /** Index of a usable standby that has replayed the position, the same for the same `turn` if possible; -1 if none. */
  choose(position: LogPosition, turn: number): number {
    for (let i = 0; i < this.count; i++) {
      const index = (turn + i) % this.count
      if (this.isUsable(index) && this.reports[index]!.replayed! >= position) return index
    }
    return -1
  }
}
