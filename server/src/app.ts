import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import secureJson from 'secure-json-parse'
import { allHandlers } from './all-handlers'
import { Refusal, refusalBody } from './base/refusal'
import { currentTracing } from './base/tracing'
import type { Environment } from './context'
import { isConnectionError } from './db/connection'
import { allowApp } from './http/cors'
import { docsRoutes } from './http/docs'
import { securityHeaders } from './http/headers'
import { healthRoutes } from './http/health'
import { shedLoad } from './http/load-shedding'
import { type Body, jsonType, mountCalls } from './http/mount'
import { domainProofs, staticFiles } from './http/static'
import { traceRequests } from './http/trace-requests'
import { campusRoutes } from './modules/campus/app-return'
import { ltiRoutes } from './modules/campus/lti/routes'
import { notifyRoutes } from './modules/commerce/notify'
import { mediaRoutes } from './modules/media/routes'
import { uploadRoutes } from './modules/uploads/routes'

/** Calls are checked and serialised by the contract's schemas (see serialise.ts); other routes send text or plain JSON. */
function unusedCompiler(): never {
  throw new Error('no route has a schema')
}

/** Maximum request body; files are uploaded through presigned URLs instead. */
const bodyLimit = 1024 * 1024

export async function buildApp(env: Environment): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomUUID(),
    trustProxy: env.config.trustProxy.length > 0 ? env.config.trustProxy : false,
    bodyLimit,
    schemaController: { compilersFactory: { buildValidator: unusedCompiler, buildSerializer: unusedCompiler } },
    // Responds to malformed URLs, which reach no route.
    frameworkErrors: (_error, _request, reply) =>
      void (reply as FastifyReply).code(400).send(refusalBody(new Refusal('invalid-input'))),
    requestTimeout: 60_000,
    // Interval of Node.js's time-out check; the default is 30 seconds.
    http: { connectionsCheckingInterval: 10_000 },
    // Closes connections without traffic in either direction; nginx times out earlier. Node.js checks twice before it
    // closes a connection with pending output.
    connectionTimeout: 80_000,
    forceCloseConnections: 'idle',
  })
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(env.log, error, request, reply))
  securityHeaders(app, env.config)
  allowApp(app)
  await app.register(compress, {
    threshold: 1024,
    // Request bodies: no client compresses them, and a small compressed body could expand to a huge one.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    // The default quality of 11 would cost more time than it saves on a mobile connection.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  shedLoad(app, env.config.maxWaitMs)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, raw: Buffer, done) => {
    try {
      const json =
        raw.length === 0 ? {} : secureJson.parse(raw, null, { protoAction: 'remove', constructorAction: 'remove' })
      done(null, { raw, json } satisfies Body)
    } catch {
      done(Object.assign(new Error('malformed JSON'), { statusCode: 400 }))
    }
  })

  // Handles all unknown paths, including missing files of the web build.
  app.setNotFoundHandler((request, reply) => {
    reply.code(404)
    if (request.url.startsWith('/api/')) reply.send(refusalBody(new Refusal('no-such-call')))
    else reply.type('text/plain; charset=utf-8').send('页面不存在')
  })
  const tracing = currentTracing()
  if (tracing) traceRequests(app, tracing)
  healthRoutes(app, env)
  await app.register(
    async (api) => {
      mountCalls(api, env, allHandlers)
      docsRoutes(api)
    },
    { prefix: '/api' },
  )
  await notifyRoutes(app, env)
  campusRoutes(app)
  await ltiRoutes(app, env)
  mediaRoutes(app, env)
  await uploadRoutes(app, env)
  domainProofs(app, env.config)
  await staticFiles(app, env.config)
  return app
}

/** Handles errors that are not refusals: malformed HTTP keeps its status, a lost database gives 503, the rest 500. */
function answerError(log: Environment['log'], error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  reply.type(jsonType).serializer(JSON.stringify).header('cache-control', 'no-store')
  const status = error.statusCode ?? 500
  if (status < 500) {
    return reply.code(status).send(refusalBody(new Refusal(status === 413 ? 'too-large' : 'invalid-input')))
  }
  log.error({ err: error, request: request.id, route: request.routeOptions.url }, 'request failed')
  if (isConnectionError(error)) {
    return reply
      .code(503)
      .header('retry-after', '3')
      .send(refusalBody(new Refusal('overloaded')))
  }
  return reply.code(500).send(refusalBody(new Refusal('server-error')))
}
