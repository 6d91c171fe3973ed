import { Readable } from 'node:stream'
import { Code } from '@dxx/contract/envelope'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Environment } from '../context'
import { Refusal, refusalBody } from './errors'

type Write = (envelope: object) => string

/**
 * Sends the pieces of an answer as they come, one envelope a line, each written by the call's schema. What goes wrong
 * before the first piece is refused as any call would; afterwards the last line tells it.
 */
export async function sendStream(
  log: Environment['log'],
  request: FastifyRequest,
  reply: FastifyReply,
  open: (signal: AbortSignal) => Promise<unknown>,
) {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const pieces = (await open(left.signal)) as AsyncIterable<object>
  const write = reply.getSerializationFunction('200') as unknown as Write
  return (
    reply
      .header('cache-control', 'no-store')
      // Proxies would wait until they have a buffer full.
      .header('x-accel-buffering', 'no')
      .type('application/x-ndjson; charset=utf-8')
      .send(
        Readable.from(lines(pieces, write, (error) => log.error({ err: error, request: request.id }, 'stream failed'))),
      )
  )
}

async function* lines(
  pieces: AsyncIterable<object>,
  write: Write,
  report: (error: unknown) => void,
): AsyncGenerator<string> {
  try {
    for await (const data of pieces) yield `${write({ code: Code.ok, msg: '', data })}\n`
  } catch (error) {
    if (!(error instanceof Refusal)) report(error)
    yield `${JSON.stringify(refusalBody(error instanceof Refusal ? error : new Refusal('server-error')))}\n`
  }
}
