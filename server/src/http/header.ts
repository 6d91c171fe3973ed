import type { FastifyRequest } from 'fastify'

/** Returns a header's value, the first one if it was sent several times. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
