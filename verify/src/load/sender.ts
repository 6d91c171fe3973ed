import { Agent, request } from 'node:http'
import type { SignedRequest } from '../bench/open-loop'

/** Sends requests over a number of connections, as fast as responses arrive, and measures each response. */
export class Sender {
  readonly latencies: number[] = []
  refused = 0
  why = ''
  private readonly agent: Agent

  constructor(private readonly connections: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: connections })
  }

  send(shot: SignedRequest): Promise<{ code: number; data: Record<string, unknown> }> {
    const begin = performance.now()
    return new Promise((resolve) => {
      const end = (status: number, text: string) => {
        this.latencies.push(performance.now() - begin)
        const answer =
          status === 200
            ? (JSON.parse(text) as { code: number; data: Record<string, unknown> })
            : { code: -1, data: {} }
        if (answer.code !== 1) {
          this.refused++
          this.why ||= `${status} ${text.slice(0, 200)}`
        }
        resolve(answer)
      }
      const { 'accept-encoding': _, ...headers } = shot.headers
      const sent = request(shot.url, { method: shot.method, headers, agent: this.agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString()))
        response.on('error', (error) => end(0, String(error)))
      })
      sent.on('error', (error) => end(0, String(error)))
      sent.end(shot.body)
    })
  }

  /** Runs all tasks, at most as many at once as there are connections. Returns the seconds. */
  async all(tasks: (() => Promise<unknown>)[]): Promise<number> {
    const begin = performance.now()
    let next = 0
    const one = async () => {
      while (next < tasks.length) await tasks[next++]!()
    }
    try {
      await Promise.all(Array.from({ length: this.connections }, one))
    } finally {
      // After a failure, no further task is started.
      next = tasks.length
      this.agent.destroy()
    }
    return (performance.now() - begin) / 1000
  }

  at(share: number): number {
    this.latencies.sort((a, b) => a - b)
    return Math.round(this.latencies[Math.floor((this.latencies.length - 1) * share)] ?? 0)
  }
}
