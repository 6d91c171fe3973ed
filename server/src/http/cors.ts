import { headers } from '@dxx/contract/signature'
import type { FastifyInstance } from 'fastify'

/** What Android and iOS call the pages of the mobile app, which come from the device. */
const appOrigins = new Set(['https://localhost', 'capacitor://localhost'])

const allowed = {
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers': [...Object.values(headers), 'content-type', 'range'].join(', '),
  // The longest that browsers take.
  'access-control-max-age': '7200',
}

/** Lets the mobile app call us. Nothing is sent along by itself (there are no cookies), so this opens nothing to others. */
export function allowApp(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (!origin || !appOrigins.has(origin)) return done()
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' })
    if (request.method !== 'OPTIONS') return done()
    reply.code(204).headers(allowed).send()
  })
}
