import type { IncomingHttpHeaders } from 'node:http'
import type { PayChannel } from '@dxx/contract/calls/commerce'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ForgedNotice } from '../../adapters/payment/payment'
import type { PaymentContext } from './payment-context'
import { recordPaid, recordRefunded, UnfitNotice } from './settle'

/** Verifies a notification of a payment service and stores its payment or refund. Throws if it is not stored. */
export async function receiveNotice(shop: PaymentContext, from: PayChannel, raw: Buffer, headers: IncomingHttpHeaders) {
  const { db, clock, log } = shop
  const channel = shop.payments[from]
  if (!channel) throw new ForgedNotice(`${from} is not configured`)
  const now = clock.now()
  const notice = channel.readNotice(raw, headers, now)
  if (notice.kind === 'paid') await recordPaid(db, from, notice, now)
  if (notice.kind === 'refunded' && !(await recordRefunded(db, notice.refundNo, notice.amount, now)))
    log.warn({ channel: from, refund: notice.refundNo }, 'refund made at the payment service, not by this server')
}

/** Maximum size in bytes, far above that of any notification. */
const bodyLimit = 64 * 1024

/**
 * Routes for payment notifications. They are not in the contract, because services sign raw bytes in formats of their
 * own.
 */
export async function notifyRoutes(app: FastifyInstance, env: PaymentContext): Promise<void> {
  /** Returns whether the notification was accepted; services resend rejected ones. Other errors become status 500. */
  async function take(from: PayChannel, request: FastifyRequest): Promise<'taken' | 'forged' | 'unfit'> {
    try {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      await receiveNotice(env, from, raw, request.headers)
      return 'taken'
    } catch (error) {
      if (error instanceof ForgedNotice) {
        env.log.warn({ channel: from, reason: error.message, ip: request.ip }, 'a forged payment notice')
        return 'forged'
      }
      if (!(error instanceof UnfitNotice)) throw error
      env.log.error({ channel: from, err: error }, 'a payment notice does not fit')
      return 'unfit'
    }
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, raw, done) => done(null, raw))

    scope.post('/api/notify/wechat', async (request, reply: FastifyReply) => {
      const result = await take('wechat', request)
      if (result === 'taken') return reply.code(204).send()
      const [status, message] = result === 'forged' ? [401, '签名错误'] : [422, '与订单不符']
      return reply.code(status as number).send({ code: 'FAIL', message })
    })

    scope.post('/api/notify/alipay', async (request, reply: FastifyReply) => {
      const result = await take('alipay', request)
      return reply.type('text/plain').send(result === 'taken' ? 'success' : 'failure')
    })
  })
}
