import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Environment } from '../context'
import { formatMetrics } from './metrics-format'
import { RequestTimes } from './request-times'
import { traceIdOf } from './trace-requests'
import { shareMetrics } from './worker-metrics'

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Milliseconds between two samples of the event loop's delay; the default is 10. */
const loopSampleMs = 100

/**
 * Metrics of this process, collected from the first request for metrics on: sampling the event loop takes half of the CPU
 * time of an idle process.
 */
function lazyProcessMetrics(): () => Promise<string> {
  let registry: Registry | undefined
  return () => {
    if (!registry) {
      registry = new Registry()
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopSampleMs })
    }
    return registry.metrics()
  }
}

/** Routes for monitoring: liveness, readiness, metrics. */
export function healthRoutes(app: FastifyInstance, env: Environment): void {
  const defaultMetrics = lazyProcessMetrics()
  const times = new RequestTimes()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    times.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000, traceIdOf(request))
    done()
  })

  const processMetrics = shareMetrics(
    async () => (await defaultMetrics()) + times.metrics() + standbyMetrics(env.replicas),
  )

  app.get('/healthz', { config: { load: 'never' } }, async () => ({ status: 'ok' }))
  app.get('/readyz', { config: { load: 'never' } }, async (_request, reply) => {
    try {
      await sql`select 1`.execute(env.db)
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('retry-after', '2').send({ status: 'database unreachable' })
    }
  })
  app.get('/metrics', { config: { load: 'never' } }, async (request, reply) => {
    const bearer = env.config.metricsToken && request.headers.authorization === `Bearer ${env.config.metricsToken}`
    // A request that a proxy on this machine forwards comes from loopback but is not local.
    const isLocal = loopback.has(request.ip) && request.headers['x-forwarded-for'] === undefined
    if (!bearer && !isLocal) return reply.code(403).send('forbidden')
    const { type, body } = formatMetrics(request, (await processMetrics()) + (await jobMetrics(env)))
    return reply.type(type).send(body)
  })
}

/** Returns which standbys are read from, how far they lag, and how many reads they took off the primary. */
function standbyMetrics(replicas: Environment['replicas']): string {
  if (!replicas) return ''
  const states = replicas.states()
  const each = (name: string, value: (state: (typeof states)[number]) => number | null) =>
    states.flatMap((state, i) => {
      const found = value(state)
      return found === null ? [] : `${name}{standby="${i + 1}"} ${found}`
    })
  return `${[
    '# TYPE dxx_standby_usable gauge',
    ...each('dxx_standby_usable', ({ usable }) => (usable ? 1 : 0)),
    '# TYPE dxx_standby_lag_seconds gauge',
    ...each('dxx_standby_lag_seconds', ({ lagMs }) => (lagMs === null ? null : lagMs / 1000)),
    '# TYPE dxx_database_reads_total counter',
    ...Object.entries(replicas.reads).map(([on, count]) => `dxx_database_reads_total{on="${on}"} ${count}`),
  ].join('\n')}\n`
}

/** Returns by kind how many jobs are due, how long the oldest waits, and how many were set aside: staff must look. */
async function jobMetrics({ db, clock }: Environment): Promise<string> {
  const now = clock.now()
  const { rows } = await sql<{ kind: string; due: number; failed: number; waits: number }>`
    select kind, count(*) filter (where is_due)::int as due, count(*) filter (where failed_at is not null)::int as failed,
      coalesce(max(${now}::bigint - run_at) filter (where is_due), 0)::int as waits
    from (select *, failed_at is null and run_at <= ${now}::bigint and coalesce(locked_until, 0) <= ${now}::bigint as is_due
      from jobs) j group by kind order by kind`.execute(db)
  const lines = (name: string, values: (row: (typeof rows)[number]) => string[]) => [
    `# TYPE ${name} gauge`,
    ...rows.flatMap((row) => values(row).map((value) => `${name}{kind="${row.kind}",${value}`)),
  ]
  return `${[
    ...lines('dxx_jobs', ({ due, failed }) => [`state="due"} ${due}`, `state="failed"} ${failed}`]),
    ...lines('dxx_job_wait_seconds', ({ waits }) => [`} ${waits}`]).map((line) => line.replace(',}', '}')),
  ].join('\n')}\n`
}
