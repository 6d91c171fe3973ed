import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enqueue } from '../jobs/queue'
import { startWorker } from '../jobs/worker'
import { startTestApp, type TestApp } from '../testing/app'
import { silent } from '../testing/database'
import { CircuitBreaker } from './circuit-breaker'
import { startTracing } from './start-tracing'
import { currentTracing, inSpan } from './tracing'

interface ExportedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  status: { code?: number; message?: string }
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** Receives traces as an OpenTelemetry collector does: OTLP over HTTP with JSON. */
async function startReceiver() {
  const spans: ExportedSpan[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[] }
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { spans, endpoint, close: () => server.close() }
}

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

/** Traces what `work` does with a server, and returns the exported operations. */
async function traced(share: number, work: (app: TestApp) => Promise<unknown>): Promise<ExportedSpan[]> {
  receiver.spans.length = 0
  const stop = startTracing({ endpoint: receiver.endpoint, share }, silent)
  const app = await startTestApp()
  try {
    await work(app)
  } finally {
    await app.close()
    await stop()
  }
  return receiver.spans
}

const attributeOf = (span: ExportedSpan, key: string) =>
  Object.values(span.attributes.find((one) => one.key === key)?.value ?? {})[0]

describe('traces of requests', () => {
  it('exports a request with its statements, without parameters, addresses and the trace of the client', async () => {
    const sent = 'a'.repeat(32)
    const spans = await traced(1, async (app) => {
      const user = await app.as()
      await user.call('GET /v1/get_user_info', {})
      await fetch(`${app.base}/healthz?key=hidden`, { headers: { traceparent: `00-${sent}-${'b'.repeat(16)}-01` } })
    })
    const request = spans.find(({ name }) => name === 'GET /api/v1/get_user_info')!
    expect(request.parentSpanId ?? '').toBe('')
    expect(attributeOf(request, 'http.route')).toBe('/api/v1/get_user_info')
    expect(Number(attributeOf(request, 'http.response.status_code'))).toBe(200)
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    expect(statements.map(({ name }) => name)).toContain('db select')
    expect(attributeOf(statements[0]!, 'db.query.text')).toContain('$1')
    const health = spans.find(({ name }) => name === 'GET /healthz')!
    expect(health.traceId).not.toBe(sent)
    expect(JSON.stringify(spans)).not.toContain('hidden')
    expect(JSON.stringify(spans)).not.toContain('127.0.0.1')
  })

  it('exports nothing with a share of 0', async () => {
    expect(await traced(0, (app) => app.guest.call('GET /v1/get_config', {}))).toEqual([])
    expect(currentTracing()).toBeNull()
  })

  it('shows the trace of a response beside its bucket in OpenMetrics, and not in the older format', async () => {
    let metrics = ''
    let older = ''
    const spans = await traced(1, async (app) => {
      await app.guest.call('GET /v1/get_config', {})
      const accept = 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5'
      metrics = await (await fetch(`${app.base}/metrics`, { headers: { accept } })).text()
      older = await (await fetch(`${app.base}/metrics`)).text()
    })
    const { traceId } = spans.find(({ name }) => name === 'GET /api/v1/get_config')!
    expect(metrics).toMatch(
      new RegExp(`route="/api/v1/get_config",status="200"\\} 1 # \\{trace_id="${traceId}"\\} [\\d.]+ \\d+`),
    )
    expect(metrics).toContain('# TYPE process_cpu_seconds counter\nprocess_cpu_seconds_total ')
    expect(metrics.endsWith('\n# EOF\n')).toBe(true)
    expect(older).toContain('route="/api/v1/get_config",status="200"} 1\n')
    expect(older).not.toContain('trace_id')
    expect(older).toContain('# TYPE process_cpu_seconds_total counter')
  })
})

describe('traces of jobs and services', () => {
  it('exports a job with its calls of services and their errors', async () => {
    const breaker = new CircuitBreaker({ name: '短信', atOnce: 1, isFailure: () => true })
    const spans = await traced(1, async ({ db, clock }) => {
      await enqueue(db, 'greet', {}, { runAt: clock.now() })
      const greet = async () => {
        await breaker.run(() => Promise.reject(new Error('没有响应'))).catch(() => {})
      }
      await startWorker({ db, clock, log: silent, handlers: { greet } }).runDue()
    })
    const job = spans.find(({ name }) => name === 'job greet')!
    const call = spans.find(({ name }) => name === 'call 短信')!
    expect([call.parentSpanId, call.traceId]).toEqual([job.spanId, job.traceId])
    expect(call.status).toMatchObject({ code: 2, message: '没有响应' })
    expect(job.status.code ?? 0).toBe(0)
  })

  it('runs work unchanged if it has no trace', async () => {
    expect(await inSpan(null, async () => 7)).toBe(7)
    await expect(inSpan(undefined, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  })
})
