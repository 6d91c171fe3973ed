import { CircuitBreaker, ServiceBusy } from '../../base/circuit-breaker'
import { type Ai, AiError } from '../ai/ai'
import { ChannelError, type PaymentChannel, type PaymentChannels } from '../payment/payment'
import { type Sms, SmsError } from '../sms/sms'

/** Calls of a process that may wait for a service at once. */
const budgets = { sms: 20, payment: 50, ai: 20 }

/** Throws `instead` for a call that was not made because the service does not respond. */
const busyAs = (instead: (message: string) => Error) => (error: unknown) => {
  throw error instanceof ServiceBusy ? instead(error.message) : error
}

export function guardSms(sms: Sms): Sms {
  const isFailure = (error: unknown) => !(error instanceof SmsError) || error.reason === 'failed'
  const breaker = new CircuitBreaker({ name: 'SMS', atOnce: budgets.sms, isFailure })
  const failed = busyAs((message) => new SmsError('failed', message))
  return { ...sms, send: (message) => breaker.run(() => sms.send(message)).catch(failed) }
}

const guardedMethods = ['prepay', 'query', 'close', 'refund', 'queryRefund'] as const

/** Guards each payment service separately: if one does not respond, users pay by the other. */
export function guardPayments(channels: PaymentChannels): PaymentChannels {
  const guarded: PaymentChannels = {}
  for (const name of Object.keys(channels) as (keyof PaymentChannels)[]) {
    let channel: PaymentChannel | undefined
    Object.defineProperty(guarded, name, {
      enumerable: true,
      get: () => {
        channel ??= guardChannel(name, channels[name]!)
        return channel
      },
    })
  }
  return guarded
}

function guardChannel(name: string, channel: PaymentChannel): PaymentChannel {
  const isFailure = (error: unknown) => error instanceof ChannelError && error.isUnreachable
  const breaker = new CircuitBreaker({ name, atOnce: budgets.payment, isFailure })
  const failed = busyAs((message) => new ChannelError(message))
  const guarded = guardedMethods.map((method) => {
    const run = channel[method].bind(channel) as (...values: unknown[]) => Promise<unknown>
    return [method, (...values: unknown[]) => breaker.run(() => run(...values)).catch(failed)]
  })
  return { ...channel, readNotice: channel.readNotice.bind(channel), ...Object.fromEntries(guarded) }
}

export function guardAi(ai: Ai | null): Ai | null {
  if (!ai) return null
  const isFailure = (error: unknown) => !(error instanceof AiError) || !['refused', 'too-long'].includes(error.kind)
  const breaker = new CircuitBreaker({ name: 'AI', atOnce: budgets.ai, isFailure })
  const begin = () => {
    try {
      return breaker.begin()
    } catch (error) {
      throw new AiError('busy', (error as Error).message)
    }
  }
  return {
    model: ai.model,
    async *write(messages, signal, options) {
      const end = begin()
      try {
        yield* ai.write(messages, signal, options)
      } catch (error) {
        end(error, signal.aborted ? 'nothing' : undefined)
        throw error
      } finally {
        end()
      }
    },
  }
}
