import { hash } from 'node:crypto'
import type { onSendHookHandler } from 'fastify'

/** What guests read may be kept by browsers, but they ask each time whether it is still right. */
export const revalidated = 'no-cache'

/**
 * Answers 304 where the browser has the same already. Weak: the tag is of the text, however it is compressed. Guests mostly
 * hear from a call what the guest before them heard, so the last text and its tag are kept.
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
    const known = request.headers['if-none-match']?.split(',').some((one) => one.trim() === tag)
    if (known) reply.code(304)
    done(null, known ? null : payload)
  }
}
