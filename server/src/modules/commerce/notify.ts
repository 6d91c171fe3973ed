import type { IncomingHttpHeaders } from 'node:http'
import type { PayChannel } from '@dxx/contract/calls/commerce'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ForgedNotice, paymentChannels } from '../../adapters/payment/payment'
import { recordPaid, recordRefunded, UnfitNotice } from './settle'
import type { Shop } from './shop'

/** Verifies and takes in what a payment service reports. Returns once it is committed; throws otherwise. */
export async function receiveNotice(shop: Shop, from: PayChannel, raw: Buffer, headers: IncomingHttpHeaders) {
  const { db, clock, log } = shop
  const channel = paymentChannels(shop)[from]
  if (!channel) throw new ForgedNotice(`${from} is not configured`)
  const now = clock.now()
  const notice = channel.readNotice(raw, headers, now)
  if (notice.kind === 'paid') await recordPaid(db, from, notice, now)
  if (notice.kind === 'refunded' && !(await recordRefunded(db, notice.refundNo, notice.cents, now)))
    log.warn({ channel: from, refund: notice.refundNo }, 'somebody refunded at the payment service, not through us')
}

/** Far more than any of them sends. */
const bodyLimit = 64 * 1024

/** Where payment services report. Outside the contract: they sign in their own ways, over the bytes they sent. */
export async function notifyRoutes(app: FastifyInstance, env: Shop): Promise<void> {
  /** Answers whether it was taken in; what was not is sent again by the service. Other errors are 500 by themselves. */
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
