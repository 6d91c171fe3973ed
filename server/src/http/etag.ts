import { hash } from 'node:crypto'
import type { FastifyRequest, onSendHookHandler } from 'fastify'

/** Browsers may cache responses for guests but must revalidate them each time. */
export const revalidated = 'no-cache'

/** Whether the browser has the text with this tag. */
export const isKnown = (request: FastifyRequest, tag: string) =>
  request.headers['if-none-match']?.split(',').some((one) => one.trim() === tag) ?? false

/**
 * Returns 304 if the browser has the same text. Weak: the tag is of the text, independent of compression. Caches the
 * last text and its tag, because guests mostly get the same response as the guest before.
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
    const known = isKnown(request, tag)
    if (known) reply.code(304)
    done(null, known ? null : payload)
  }
}
