import type { FastifyReply } from 'fastify'

/** Sends a plain-text message instead of the file that a browser requested. */
export function plainReply(reply: FastifyReply, status: number, text: string) {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
}
