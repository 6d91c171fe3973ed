import { headers } from '@dxx/contract/signature'
import type { FastifyInstance } from 'fastify'

/** Origins of the mobile app's local pages on Android and iOS. */
export const appOrigins: ReadonlySet<string> = new Set(['https://localhost', 'capacitor://localhost'])

const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': [...Object.values(headers), 'content-type', 'range'].join(', '),
  // Two hours, the maximum that browsers accept.
  'access-control-max-age': '7200',
}

/** Allows the mobile app to call the server. No cookies are used, so other sites cannot act as a logged-in user. */
export function allowApp(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (!origin || !appOrigins.has(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': headers.position,
      vary: 'origin',
    })
    if (request.method !== 'OPTIONS') return done()
    reply.code(204).headers(allowed).send()
  })
}
