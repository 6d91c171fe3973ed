import type { FastifyRequest } from 'fastify'

/** A header's value, the first where it was sent several times. */
export function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
