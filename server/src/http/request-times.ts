/** 0.3 s is the objective of exam saves (deploy/monitoring/rules.yml). */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.3, 0.5, 1, 2.5, 5]

interface Series {
  labels: string
  /** Number of responses per bucket, not cumulative; the last bucket is above all bounds. */
  counts: number[]
  seconds: number
  /** The last traced response of each bucket. */
  traced: (TracedResponse | undefined)[]
}

interface TracedResponse {
  traceId: string
  seconds: number
  /** Unix seconds. */
  at: number
}

/**
 * Response times as a Prometheus histogram. prom-client is not used, because it sorts and joins the labels of every
 * response, which costs as much as all other hooks together.
 */
export class RequestTimes {
  private readonly series = new Map<string, Series>()

  observe(method: string, route: string, status: number, seconds: number, traceId?: string): void {
    const key = `${method} ${route} ${status}`
    let one = this.series.get(key)
    if (!one) {
      const labels = labelsOf({ method, route, status })
      one = { labels, counts: new Array(bounds.length + 1).fill(0), seconds: 0, traced: [] }
      this.series.set(key, one)
    }
    const found = bounds.findIndex((bound) => seconds <= bound)
    const bucket = found < 0 ? bounds.length : found
    one.counts[bucket]! += 1
    one.seconds += seconds
    if (traceId) one.traced[bucket] = { traceId, seconds, at: Date.now() / 1000 }
  }

  /** Formats Prometheus text with exemplars, see metrics-format.ts; buckets are cumulative. */
  metrics(): string {
    const name = 'dxx_request_seconds'
    const lines = [`# HELP ${name} Time to answer, by route and status`, `# TYPE ${name} histogram`]
    for (const { labels, counts, seconds, traced } of this.series.values()) {
      let count = 0
      for (const [i, bound] of [...bounds, '+Inf'].entries()) {
        count += counts[i]!
        lines.push(`${name}_bucket{le="${bound}",${labels}} ${count}${exemplar(traced[i])}`)
      }
      lines.push(`${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}

const exemplar = (response: TracedResponse | undefined) =>
  response ? ` # {trace_id="${response.traceId}"} ${response.seconds} ${response.at}` : ''

function labelsOf(labels: Record<string, string | number>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/["\\\n]/g, '_')}"`)
    .join(',')
}
