import { setTimeout as pause } from 'node:timers/promises'

/** What was begun and has to be ended, whatever happens in between. */
export class Endings {
  private readonly ends: (() => unknown)[] = []

  constructor(private readonly patienceMs = 60_000) {}

  add(end: () => unknown): void {
    this.ends.push(end)
  }

  /** The last first: load ends before the server that it goes to. One that fails or hangs does not keep the others. */
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
