import { expect, test } from 'vitest'
import { type Ai, AiError } from '../ai/ai'
import { ChannelError, type PaymentChannel } from '../payment/payment'
import { SmsError } from '../sms/sms'
import { guardAi, guardPayments, guardSms } from './breakers'

const message = { mobile: '13800000001', code: '123456', scene: 'login' as const }

test('text messages are not sent to a provider that failed five times, and bad numbers do not count', async () => {
  let calls = 0
  let reason: SmsError['reason'] = 'number'
  const sms = guardSms({
    send: async () => {
      calls += 1
      throw new SmsError(reason, 'refused')
    },
  })
  const send = () => sms.send(message).catch((error: SmsError) => error.reason)
  for (let i = 0; i < 10; i++) expect(await send()).toBe('number')
  reason = 'failed'
  for (let i = 0; i < 8; i++) expect(await send()).toBe('failed')
  expect(calls).toBe(15)
})

test('a payment service that does not respond is no longer called, and the other service is still used', async () => {
  const calls = { wechat: 0, alipay: 0 }
  const channel = (name: keyof typeof calls, isUnreachable: boolean) =>
    ({
      query: async () => {
        calls[name] += 1
        throw new ChannelError('no', isUnreachable)
      },
      ...{ prepay: async () => {}, close: async () => {}, refund: async () => {}, queryRefund: async () => {} },
      readNotice: () => ({ kind: 'other' }),
    }) as unknown as PaymentChannel
  const guarded = guardPayments({ wechat: channel('wechat', true), alipay: channel('alipay', false) })
  for (let i = 0; i < 9; i++)
    for (const name of ['wechat', 'alipay'] as const)
      await expect(guarded[name]!.query('1')).rejects.toBeInstanceOf(ChannelError)
  expect(calls).toEqual({ wechat: 5, alipay: 9 })
})

test('a model whose answers break off five times gets no more requests; answers cancelled by users do not count', async () => {
  let calls = 0
  const ai: Ai = {
    model: 'sample-model',
    // biome-ignore lint/correctness/useYield: this model fails before its first word.
    async *write() {
      calls += 1
      throw new AiError('cut', 'the model broke off')
    },
  }
  const guarded = guardAi(ai)!
  const ask = async (signal: AbortSignal) => {
    try {
      for await (const _ of guarded.write([], signal));
      return 'done'
    } catch (error) {
      return (error as AiError).kind
    }
  }
  for (let i = 0; i < 10; i++) await ask(AbortSignal.abort())
  const kinds: string[] = []
  for (let i = 0; i < 6; i++) kinds.push(await ask(new AbortController().signal))
  expect(kinds).toEqual(['cut', 'cut', 'cut', 'cut', 'cut', 'busy'])
  expect(calls).toBe(15)
})

test('a guarded model has the name of the model, and passes on the token limit and the tokens used', async () => {
  let maxTokens: number | undefined
  const ai: Ai = {
    model: 'sample-model',
    async *write(_messages, _signal, options) {
      maxTokens = options?.maxTokens
      yield 'one word'
      options?.onUsage?.({ input: 3, output: 2, estimated: false })
    },
  }
  const guarded = guardAi(ai)!
  const used: number[] = []
  const onUsage = ({ input, output }: { input: number; output: number }) => void used.push(input, output)
  for await (const _ of guarded.write([], new AbortController().signal, { maxTokens: 7, onUsage }));
  expect([guarded.model, maxTokens, used]).toEqual(['sample-model', 7, [3, 2]])
})
