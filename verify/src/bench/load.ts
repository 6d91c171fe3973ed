import autocannon from 'autocannon'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Requests per second over all connections; unlimited if omitted. */
  rate?: number
  /** Whether the expected status is 304. */
  unchanged?: boolean
}

export interface LoadResult {
  perSecond: number
  p50: number
  p99: number
}

/**
 * Sends load to one URL for some seconds. Returns the measurements. Any response with a code other than 1 fails the
 * run.
 */
export async function runLoad({
  url,
  headers,
  connections,
  seconds,
  rate,
  unchanged = false,
}: Load): Promise<LoadResult> {
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    ...(rate && { overallRate: rate }),
    ...(!unchanged && { verifyBody: (body: unknown) => isSuccess(String(body)) }),
  })
  const refused = unchanged ? result['2xx'] + result['4xx'] + result['5xx'] : result.non2xx + result.mismatches
  if (refused > 0 || result.errors > 0) throw new Error(`${url}: ${refused} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Whether a response is a success: code 1, or compressed (gzip), because refusals are never compressed. */
const isSuccess = (body: string) => body.startsWith('{"code":1') || body.startsWith('\x1f')

/** Median of several runs: a single run is unreliable on a busy machine. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half) - 1]!) / 2
}
