import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Span, Tracing } from '../base/tracing'

const spans = new WeakMap<FastifyRequest, Span>()

/** The trace of a request; undefined if it is not exported. */
export const traceIdOf = (request: FastifyRequest): string | undefined => spans.get(request)?.traceId

/** Begins a trace with each request. It contains neither addresses nor parameters, which may be personal. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const span = tracing.begin(`${request.method} ${route}`, 'server', {
      'http.request.method': request.method,
      'http.route': route,
      // As in the log and in the response.
      'dxx.request': request.id,
    })
    spans.set(request, span)
    done()
  })
  // Not in the first hook: the body arrives in events of the connection, which are outside of it.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)
    span?.set({ 'http.response.status_code': reply.statusCode })
    span?.end(reply.statusCode >= 500 ? new Error(`status ${reply.statusCode}`) : undefined)
    done()
  })
}
