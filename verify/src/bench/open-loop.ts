import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { StudentCallName } from '@dxx/contract/calls'
import { signedText } from '@dxx/contract/signature'

export interface SignedRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

export interface OpenFigures {
  perSecond: number
  /** In milliseconds, ascending. */
  latencies: number[]
  p50: number
  p99: number
  worst: number
  refused: number
  /** Message of the first refusal. */
  why: string
  /** Share of one core that the generator itself used, in percent. */
  generatorCpu: number
}

/**
 * Sends requests at a steady rate, independent of the responses, and measures each latency from the time at which the
 * request was due: a slow server cannot slow the sender down and hide its latency.
 */
export async function sendAtRate(
  shots: SignedRequest[],
  perSecond: number,
  isGood: (body: Buffer) => boolean,
): Promise<OpenFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const latencies: number[] = []
  let refused = 0
  let why = ''
  const cpu = process.cpuUsage()
  const begin = performance.now()
  const one = (shot: SignedRequest, dueAt: number) =>
    new Promise<void>((resolve) => {
      const end = (good: boolean, said: string) => {
        if (!good) {
          refused++
          why ||= said
        }
        latencies.push(performance.now() - dueAt)
        resolve()
      }
      const sent = request(shot.url, { method: shot.method, headers: shot.headers, agent }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          const body = Buffer.concat(chunks)
          end(response.statusCode === 200 && isGood(body), `${response.statusCode} ${body.toString().slice(0, 200)}`)
        })
        response.on('error', (error) => end(false, String(error)))
      })
      sent.on('error', (error) => end(false, String(error)))
      sent.end(shot.body)
    })
  const all: Promise<void>[] = []
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      // The first request is due immediately.
      const due = Math.min(shots.length, 1 + Math.floor(((performance.now() - begin) * perSecond) / 1000))
      while (all.length < due) all.push(one(shots[all.length]!, begin + (all.length * 1000) / perSecond))
      if (all.length < shots.length) return
      clearInterval(timer)
      resolve()
    }, 2)
  })
  await Promise.all(all)
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(cpu)
  agent.destroy()
  latencies.sort((a, b) => a - b)
  return {
    perSecond: shots.length / seconds,
    latencies,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    worst: quantile(latencies, 1),
    refused,
    why,
    generatorCpu: Math.round((user + system) / 10_000 / seconds),
  }
}

/** Quantile of sorted values. */
export const quantile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)]!

/** Builds a call as our web client sends it: `payload` is its query or its body. */
export function buildSignedRequest(base: string, token: string, name: StudentCallName, payload: string): SignedRequest {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const timestamp = Math.floor(Date.now() / 1000)
  const headers: Record<string, string> = {
    platform: 'H5',
    'accept-encoding': 'gzip',
    authorization: createHmac('sha256', token)
      .update(signedText(method, timestamp, payload))
      .digest('hex'),
    'x-dxx-timestamp': String(timestamp),
    'x-dxx-token': token,
  }
  if (method === 'GET') return { method, url: `${base}/api${path}?${payload}`, headers }
  headers['content-type'] = 'application/json'
  return { method, url: `${base}/api${path}`, headers, body: payload }
}
