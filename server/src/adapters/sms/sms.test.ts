import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../config'
import { startTestApp, type TestApp } from '../../testing/app'
import { aliyunKey, startAliyunSmsSimulator } from '../../testing/simulators/aliyun-sms'
import { startTencentSmsSimulator, tencentKey } from '../../testing/simulators/tencent-sms'
import { newMobile } from '../../testing/sms-codes'
import type { SmsSettings } from './sms'

const providers = [
  {
    name: 'aliyun',
    start: startAliyunSmsSimulator,
    settings: (endpoint: string): SmsSettings => ({
      kind: 'aliyun',
      endpoint,
      ...aliyunKey,
      sign: '多享学（测试）*~',
      template: 'SMS_1',
    }),
    limited: 'isv.BUSINESS_LIMIT_CONTROL',
    number: 'isv.MOBILE_NUMBER_ILLEGAL',
  },
  {
    name: 'tencent',
    start: startTencentSmsSimulator,
    settings: (endpoint: string): SmsSettings => ({
      kind: 'tencent',
      endpoint,
      ...tencentKey,
      sign: '多享学',
      template: '1',
      appId: '1400000000',
      region: 'ap-guangzhou',
    }),
    limited: 'LimitExceeded.PhoneNumberDailyLimit',
    number: 'FailedOperation.PhoneNumberInBlacklist',
  },
]

describe.each(providers)('SMS by $name', ({ start, settings, limited, number }) => {
  let simulator: Awaited<ReturnType<typeof start>>
  let server: TestApp
  beforeAll(async () => {
    simulator = await start()
    server = await startTestApp({ sms: settings(simulator.url) })
  })
  afterAll(async () => {
    await server.close()
    await simulator.close()
  })
  const send = (mobile: string, on = server) => on.guest.send('POST /v1/send_code', { mobile, scene: 'login' })

  it('sends a correctly signed request, and the code in the message logs the user in', async () => {
    const mobile = newMobile()
    expect(await send(mobile)).toMatchObject({ code: 1 })
    const sent = simulator.sent.at(-1)!
    expect(sent.mobile).toBe(mobile)
    await server.guest.call('POST /v1/login_code', { mobile, code: sent.code })
  })

  it('a refusal names the reason why a code was not sent, and the attempt is not counted', async () => {
    const mobile = newMobile()
    simulator.refusals.set(mobile, limited)
    expect(await send(mobile)).toMatchObject({ data: { error: 'sms-failed' }, msg: expect.stringContaining('明天') })
    simulator.refusals.set(mobile, number)
    expect(await send(mobile)).toMatchObject({ data: { error: 'sms-failed' }, msg: expect.stringContaining('收不到') })
    simulator.refusals.delete(mobile)
    expect(await send(mobile)).toMatchObject({ code: 1 })
  })

  it('returns sms-failed with a wrong key and if the provider is unreachable', async () => {
    const wrongKey = await startTestApp({ sms: { ...settings(simulator.url), keySecret: 'wrong' } as SmsSettings })
    const before = simulator.sent.length
    expect(await send(newMobile(), wrongKey)).toMatchObject({ data: { error: 'sms-failed' } })
    expect(simulator.sent).toHaveLength(before)
    await wrongKey.close()
    const stopped = await start()
    await stopped.close()
    const unreachable = await startTestApp({ sms: settings(stopped.url) })
    expect(await send(newMobile(), unreachable)).toMatchObject({ data: { error: 'sms-failed' } })
    await unreachable.close()
  })

  it('password recovery returns the same response for a failed SMS and for a number without an account', async () => {
    const { mobile } = await server.createUser()
    simulator.refusals.set(mobile!, limited)
    const find = (to: string) => server.guest.send('POST /v1/send_code', { mobile: to, scene: 'find' })
    expect(await find(mobile!)).toEqual(await find(newMobile()))
  })
})

describe('SMS configuration', () => {
  const production = { DXX_ENV: 'production', DXX_SECRET: 'x'.repeat(40) }

  it('production rejects a configuration that prints codes instead of sending them', () => {
    expect(() => readConfig(production)).toThrow(/DXX_SMS/)
  })

  it('rejects a provider without its keys and names the missing variable', () => {
    expect(() => readConfig({ DXX_SMS: 'aliyun' })).toThrow(/DXX_SMS_KEY_ID/)
    const keys = { DXX_SMS_KEY_ID: 'a', DXX_SMS_KEY_SECRET: 'b', DXX_SMS_SIGN: 'c', DXX_SMS_TEMPLATE: 'd' }
    expect(() => readConfig({ DXX_SMS: 'tencent', ...keys })).toThrow(/DXX_SMS_APP_ID/)
    expect(readConfig({ ...production, DXX_SMS: 'aliyun', ...keys }).sms).toMatchObject({
      endpoint: 'https://dysmsapi.aliyuncs.com',
    })
  })
})
