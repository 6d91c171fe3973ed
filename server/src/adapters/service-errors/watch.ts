import type { Ai } from '../ai/ai'
import { NumberUsed, type PaymentChannel, type PaymentChannels } from '../payment/payment'
import { type Sms, SmsError } from '../sms/sms'
import type { ServiceErrors } from './service-errors'

/** Counts text messages that the provider did not accept, except to numbers that cannot receive messages. */
export function watchSms(sms: Sms, errors: ServiceErrors): Sms {
  return {
    ...sms,
    send: async (message) => {
      try {
        await sms.send(message)
      } catch (error) {
        if (!(error instanceof SmsError && error.reason === 'number')) errors.add('sms', error)
        throw error
      }
    },
  }
}

const methods = ['prepay', 'query', 'close', 'refund', 'queryRefund', 'readNotice'] as const

/** Counts requests that payment services reject or leave without response, and notifications with a wrong signature. */
export function watchPayments(channels: PaymentChannels, errors: ServiceErrors): PaymentChannels {
  const watched: PaymentChannels = {}
  for (const name of Object.keys(channels) as (keyof PaymentChannels)[]) {
    let channel: PaymentChannel | undefined
    Object.defineProperty(watched, name, {
      enumerable: true,
      get: () => {
        channel ??= watchChannel(channels[name]!, errors)
        return channel
      },
    })
  }
  return watched
}

function watchChannel(channel: PaymentChannel, errors: ServiceErrors): PaymentChannel {
  const count = (error: unknown): never => {
    // NumberUsed is not a failure of the service: the payment gets a new number.
    if (!(error instanceof NumberUsed)) errors.add('payment', error)
    throw error
  }
  const watched = methods.map((method) => {
    const run = channel[method].bind(channel) as (...values: unknown[]) => unknown
    const counted = (...values: unknown[]) => {
      try {
        const result = run(...values)
        return result instanceof Promise ? result.catch(count) : result
      } catch (error) {
        return count(error)
      }
    }
    return [method, counted]
  })
  return { ...channel, ...Object.fromEntries(watched) }
}

/** Counts answers that could not start or were cut off, unless the user stopped them. */
export function watchAi(ai: Ai | null, errors: ServiceErrors): Ai | null {
  if (!ai) return null
  return {
    model: ai.model,
    async *write(messages, signal, options) {
      try {
        yield* ai.write(messages, signal, options)
      } catch (error) {
        if (!signal.aborted) errors.add('ai', error)
        throw error
      }
    },
  }
}
