import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config'
import { newKeyPair } from '../../testing/simulators/keys'

const { privateKey, publicKey } = newKeyPair()
const wechat = {
  DXX_WECHATPAY_MCHID: '1900000001',
  DXX_WECHATPAY_SERIAL: 'ABC',
  DXX_WECHATPAY_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
  DXX_WECHATPAY_PLATFORM_SERIAL: 'PUB_KEY_ID_1',
  DXX_WECHATPAY_PLATFORM_KEY: publicKey,
  DXX_WECHATPAY_API_V3_KEY: '0123456789abcdef0123456789abcdef',
}
const production = {
  DXX_ENV: 'production',
  DXX_SECRET: 'a secret that nobody else knows at all',
  DXX_SMS: 'aliyun',
  DXX_SMS_KEY_ID: 'id',
  DXX_SMS_KEY_SECRET: 'secret',
  DXX_SMS_SIGN: '多享学',
  DXX_SMS_TEMPLATE: 'SMS_1',
}

describe('payment settings', () => {
  it('the test cashier is on in development unless an environment variable turns it off', () => {
    expect(readConfig({}).payment).toEqual({ wechat: null, alipay: null, cashier: true })
    expect(readConfig({ DXX_TEST_CASHIER: 'false' }).payment.cashier).toBe(false)
  })

  it('production has no test cashier, and readConfig throws if DXX_TEST_CASHIER is true', () => {
    expect(readConfig(production).payment.cashier).toBe(false)
    expect(() => readConfig({ ...production, DXX_TEST_CASHIER: 'true' })).toThrow('DXX_TEST_CASHIER')
  })

  it('accepts keys with escaped line breaks', () => {
    expect(readConfig(wechat).payment.wechat).toMatchObject({
      privateKey: privateKey.trim(),
      platformKey: publicKey.trim(),
    })
  })

  it.each([
    [{ DXX_WECHATPAY_API_V3_KEY: 'short' }, 'DXX_WECHATPAY_API_V3_KEY'],
    [{ DXX_WECHATPAY_SERIAL: '' }, 'DXX_WECHATPAY_SERIAL'],
    [{ DXX_WECHATPAY_PRIVATE_KEY: '/no/such/file.pem' }, 'DXX_WECHATPAY_PRIVATE_KEY'],
    [{ DXX_ALIPAY_APPID: '2021', DXX_ALIPAY_SELLER_ID: '2088' }, 'DXX_ALIPAY_PRIVATE_KEY'],
  ])('readConfig throws and names the variable if a value is missing or invalid: %o', (change, named) => {
    expect(() => readConfig({ ...wechat, ...change })).toThrow(named)
  })

  it('payments in production require DXX_PUBLIC_URL with https', () => {
    expect(() => readConfig({ ...production, ...wechat })).toThrow('DXX_PUBLIC_URL')
    expect(() => readConfig({ ...production, ...wechat, DXX_PUBLIC_URL: 'http://study.example.cn' })).toThrow('https')
    expect(
      readConfig({ ...production, ...wechat, DXX_PUBLIC_URL: 'https://study.example.cn' }).payment.wechat,
    ).toMatchObject({ mchId: '1900000001', serial: 'ABC' })
  })
})
