import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Environment } from '../context'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** For machines: alive, ready to serve, and figures. */
export function healthRoutes(app: FastifyInstance, env: Environment): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'dxx_request_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  // Labels are put together once: for each answer it would cost as much as the rest of its headers.
  const series = new Map<string, ReturnType<typeof duration.labels>>()
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const labels = { method, route: routeOptions.url ?? 'unknown', status: String(reply.statusCode) }
    const key = `${method} ${labels.route} ${labels.status}`
    const one = series.get(key) ?? duration.labels(labels)
    series.set(key, one)
    one.observe(reply.elapsedTime / 1000)
    done()
  })

  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await sql`select 1`.execute(env.db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'database unreachable' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    const bearer = env.config.metricsToken && request.headers.authorization === `Bearer ${env.config.metricsToken}`
    // What a proxy on this machine passes on comes from elsewhere.
    const own = loopback.has(request.ip) && request.headers['x-forwarded-for'] === undefined
    if (!bearer && !own) return reply.code(403).send('forbidden')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
