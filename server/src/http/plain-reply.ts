import type { FastifyReply } from 'fastify'

/** Sends a sentence to a browser that asked for a file. */
export function plainReply(reply: FastifyReply, status: number, text: string) {
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text)
}
