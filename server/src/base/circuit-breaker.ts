import { beginPart } from './tracing'

/** Thrown instead of calling a service that does not answer, or that too many callers are waiting for. */
export class ServiceBusy extends Error {}

export interface BreakerSettings {
  /** Name of the service for the message. */
  name: string
  /** Budget: calls that may wait for the service at once in this process. More would only fill its memory. */
  atOnce: number
  /** Whether an error means that the service itself fails, as opposed to refusing this request. */
  isFailure(error: unknown): boolean
  now?: () => number
}

/** After this many failures in a row without a success the service is not called for a while. */
const tolerated = 5
const firstPauseMs = 5000
const longestPauseMs = 60_000

/**
 * Stops calling a service that fails, so that users get a response at once and requests do not wait for time-outs of
 * ten seconds. After a pause one call tries the service; if that fails, the pause doubles.
 */
export class CircuitBreaker {
  private running = 0
  private failures = 0
  private pauseMs = firstPauseMs
  private closedUntil = 0
  private isTrying = false
  private readonly now: () => number

  constructor(private readonly settings: BreakerSettings) {
    this.now = settings.now ?? (() => performance.now())
  }

  /** For monitoring. */
  get state(): 'open' | 'closed' {
    return this.failures >= tolerated ? 'open' : 'closed'
  }

  /** Begins a call. Throws ServiceBusy, or returns the function to call with its outcome. */
  begin(): (error?: unknown, says?: 'nothing') => void {
    const { name, atOnce, isFailure } = this.settings
    if (this.running >= atOnce) throw new ServiceBusy(`${name}: ${atOnce} calls are waiting already`)
    const isTrial = this.state === 'open'
    if (isTrial && (this.isTrying || this.now() < this.closedUntil))
      throw new ServiceBusy(`${name} does not answer; the next attempt is made in a moment`)
    this.running += 1
    if (isTrial) this.isTrying = true
    const span = beginPart(`call ${name}`)
    let ended = false
    return (error, says) => {
      if (ended) return
      ended = true
      span?.end(error)
      this.running -= 1
      if (isTrial) this.isTrying = false
      // A caller who gave up waiting does not show whether the service works.
      if (says === 'nothing') return
      if (error !== undefined && isFailure(error)) this.failed(isTrial)
      else this.succeeded()
    }
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const end = this.begin()
    try {
      const result = await work()
      end()
      return result
    } catch (error) {
      end(error)
      throw error
    }
  }

  private failed(isTrial: boolean): void {
    const wasOpen = this.state === 'open'
    this.failures += 1
    if (this.state === 'closed') return
    // Failures of calls that began before the breaker opened do not make the pause longer.
    if (wasOpen && !isTrial) return
    if (isTrial) this.pauseMs = Math.min(2 * this.pauseMs, longestPauseMs)
    this.closedUntil = this.now() + this.pauseMs
  }

  private succeeded(): void {
    this.failures = 0
    this.pauseMs = firstPauseMs
  }
}
