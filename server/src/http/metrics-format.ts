import type { FastifyRequest } from 'fastify'
import { header } from './header'

const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
const textType = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * Returns metrics in the format that the reader asks for. Only OpenMetrics has exemplars: the trace of a recent response
 * beside its bucket. Prometheus asks for it.
 */
export function formatMetrics(request: FastifyRequest, metrics: string): { type: string; body: string } {
  if (!/\bapplication\/openmetrics-text\b/.test(header(request, 'accept') ?? ''))
    return { type: textType, body: metrics.replace(/ # \{trace_id=.*$/gm, '') }
  const counters = new Set([...metrics.matchAll(/^# TYPE (\S+)_total counter$/gm)].map(([, name]) => `${name}_total`))
  // OpenMetrics names a counter without the suffix of its samples.
  const body = metrics
    .replace(/^# (HELP|TYPE) (\S+)/gm, (line, kind, name) =>
      counters.has(name) ? `# ${kind} ${name.slice(0, -'_total'.length)}` : line,
    )
    .replace(/\n{2,}/g, '\n')
  return { type: openMetricsType, body: `${body}# EOF\n` }
}
