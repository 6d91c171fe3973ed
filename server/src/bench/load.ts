import autocannon from 'autocannon'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Requests a second over all connections; as many as it can where not given. */
  rate?: number
}

export interface Figures {
  perSecond: number
  p50: number
  p99: number
}

/** Drives one address for some seconds and answers what it carried. Any answer but code 1 spoils the run. */
export async function drive({ url, headers, connections, seconds, rate }: Load): Promise<Figures> {
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    ...(rate && { overallRate: rate }),
    verifyBody: (body) => String(body).startsWith('{"code":1'),
  })
  if (result.non2xx > 0 || result.errors > 0 || result.mismatches > 0)
    throw new Error(`${url}: ${result.non2xx + result.mismatches} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** The middle of several runs: a single one says little on a busy machine. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return (sorted[Math.floor(half)]! + sorted[Math.ceil(half) - 1]!) / 2
}
