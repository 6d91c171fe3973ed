import { setTimeout as pause } from 'node:timers/promises'

/** Cleanup functions that run however the scenario ends. */
export class CleanupStack {
  private readonly ends: (() => unknown)[] = []

  constructor(private readonly patienceMs = 60_000) {}

  add(end: () => unknown): void {
    this.ends.push(end)
  }

  /**
   * Runs the cleanup functions last in first out, so that load ends before its server. A failing or hanging function
   * does not block the others.
   */
  async all(): Promise<void> {
    const failed: string[] = []
    for (let end = this.ends.pop(); end; end = this.ends.pop())
      await this.patiently(end).catch((error: Error) => failed.push(error.message))
    if (failed.length > 0) throw new Error(`could not be ended: ${failed.join('; ')}`)
  }

  private async patiently(end: () => unknown): Promise<void> {
    const settled = new AbortController()
    const tooLong = pause(this.patienceMs, undefined, { signal: settled.signal }).then(() => {
      throw new Error(`not in ${this.patienceMs / 1000} s`)
    })
    await Promise.race([Promise.resolve().then(end), tooLong]).finally(() => settled.abort())
  }
}
