/** Single re-settable timer. All times in milliseconds. */
export class Alarm {
  private timer: ReturnType<typeof setTimeout> | undefined
  private due = Number.POSITIVE_INFINITY

  constructor(private readonly ring: () => void) {}

  set(delay: number): void {
    this.clear()
    this.due = Date.now() + delay
    this.timer = setTimeout(() => {
      this.due = Number.POSITIVE_INFINITY
      this.ring()
    }, delay)
  }

  clear(): void {
    clearTimeout(this.timer)
    this.due = Number.POSITIVE_INFINITY
  }

  /** Whether the timer is set and fires within this delay. */
  ringsWithin(delay: number): boolean {
    return this.due <= Date.now() + delay
  }
}
