import { hash } from 'node:crypto'
import type { FastifyRequest, onSendHookHandler } from 'fastify'

/** Cache-Control of responses for guests: browsers may cache them but must revalidate them each time. */
export const revalidated = 'no-cache'

/** Whether the browser has cached the text with this entity tag. */
export const hasCachedTag = (request: FastifyRequest, tag: string) =>
  request.headers['if-none-match']?.split(',').some((one) => one.trim() === tag) ?? false

/**
 * Returns 304 if the browser has cached the same text. The entity tag is weak, because it identifies the text before
 * compression. The last text and its tag are cached, because most guests get the same response as the previous guest.
 */
export function answerUnchanged(): onSendHookHandler<unknown> {
  let last = ''
  let tag = ''
  return (request, reply, payload, done) => {
    if (reply.getHeader('cache-control') !== revalidated || typeof payload !== 'string') return done(null, payload)
    if (payload !== last) {
      last = payload
      tag = `W/"${hash('sha1', payload, 'base64url')}"`
    }
    reply.header('etag', tag)
    const known = hasCachedTag(request, tag)
    if (known) reply.code(304)
    done(null, known ? null : payload)
  }
}
