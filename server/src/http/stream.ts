import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, refusalBody } from '../base/refusal'
import type { Environment } from '../context'

type Serialise = (data: unknown) => string

/**
 * Streams envelopes, one per line, each serialised by the call's schema. An error before the first line is an ordinary
 * refusal; later errors are sent as the last line.
 */
export async function sendStream(
  log: Environment['log'],
  request: FastifyRequest,
  reply: FastifyReply,
  serialise: Serialise,
  open: (signal: AbortSignal) => Promise<unknown>,
) {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const pieces = (await open(left.signal)) as AsyncIterable<object>
  return (
    reply
      .header('cache-control', 'no-store')
      // Proxies would buffer the response otherwise.
      .header('x-accel-buffering', 'no')
      .type('application/x-ndjson; charset=utf-8')
      .send(
        Readable.from(
          lines(pieces, serialise, (error) => log.error({ err: error, request: request.id }, 'stream failed')),
        ),
      )
  )
}

async function* lines(
  pieces: AsyncIterable<object>,
  serialise: Serialise,
  report: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    for await (const data of pieces) yield `${serialise(data)}\n`
  } catch (error) {
    if (!(error instanceof Refusal)) report(error)
    yield `${JSON.stringify(refusalBody(error instanceof Refusal ? error : new Refusal('server-error')))}\n`
  }
}
