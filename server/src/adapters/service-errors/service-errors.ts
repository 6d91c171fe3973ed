import type { Clock } from '../../base/clock'
import { maskText } from '../../base/mask-personal'
import type { ServiceName } from '../../db/schema/site'

export interface ErrorCount {
  service: ServiceName
  /** First second of the hour. */
  hour: number
  count: number
  lastAt: number
  lastMessage: string
}

const longest = 200

/** Secrets and codes that services quote in their messages. */
const quoted = /((?:key|token|secret|code|sign|signature|openid)["']?\s*[=:]\s*["']?)[\w.~+/=-]{4,}/gi

/** Returns an error's message as one line, without personal data and secrets. */
const errorLine = (error: unknown): string =>
  maskText(
    String(error instanceof Error ? error.message : error)
      .replaceAll('\0', '')
      .replace(/\s+/g, ' '),
  )
    .replace(quoted, '$1***')
    .slice(0, longest)

/**
 * Counts errors of external services in memory; the process report stores the counts every few seconds, so that a
 * service that is down does not cause a database write for every call.
 */
export class ServiceErrors {
  private counts = new Map<string, ErrorCount>()

  constructor(private readonly clock: Clock) {}

  add(service: ServiceName, error: unknown): void {
    const lastAt = this.clock.now()
    const hour = lastAt - (lastAt % 3600)
    const count = (this.counts.get(`${service} ${hour}`)?.count ?? 0) + 1
    this.counts.set(`${service} ${hour}`, { service, hour, count, lastAt, lastMessage: errorLine(error) })
  }

  /** Returns the counts since the last call. */
  take(): ErrorCount[] {
    const taken = [...this.counts.values()]
    this.counts = new Map()
    return taken
  }

  /** Adds counts that could not be stored to the current ones. */
  putBack(counts: ErrorCount[]): void {
    for (const older of counts) {
      const name = `${older.service} ${older.hour}`
      const newer = this.counts.get(name)
      this.counts.set(name, newer ? { ...newer, count: newer.count + older.count } : older)
    }
  }
}
