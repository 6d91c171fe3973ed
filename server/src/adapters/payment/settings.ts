import { readFileSync } from 'node:fs'
import * as z from 'zod'

const text = z.string().trim()

/** Environment variables of payments. */
export const paymentEnvironment = {
  /** WeChat Pay, API v3. Keys are PEM, with line breaks or `\n`, or a file path. */
  DXX_WECHATPAY_MCHID: text.default(''),
  DXX_WECHATPAY_SERIAL: text.default(''),
  DXX_WECHATPAY_PRIVATE_KEY: text.default(''),
  DXX_WECHATPAY_PLATFORM_SERIAL: text.default(''),
  DXX_WECHATPAY_PLATFORM_KEY: text.default(''),
  DXX_WECHATPAY_API_V3_KEY: text.default(''),
  /** App id of the mobile app, if any; all other clients pay with DXX_WECHAT_MP_APPID. */
  DXX_WECHATPAY_APP_APPID: text.default(''),
  DXX_WECHATPAY_URL: text.default('https://api.mch.weixin.qq.com'),
  DXX_ALIPAY_APPID: text.default(''),
  DXX_ALIPAY_SELLER_ID: text.default(''),
  DXX_ALIPAY_PRIVATE_KEY: text.default(''),
  DXX_ALIPAY_PUBLIC_KEY: text.default(''),
  DXX_ALIPAY_ENDPOINT: text.default('https://openapi.alipay.com'),
  /** Enables the page that simulates a payment service. On by default in development. */
  DXX_TEST_CASHIER: z.enum(['true', 'false', '1', '0', '']).default(''),
}

export interface WechatPaySettings {
  mchId: string
  serial: string
  privateKey: string
  platformSerial: string
  platformKey: string
  apiV3Key: string
  appAppId: string
  url: string
}

export interface AlipaySettings {
  appId: string
  sellerId: string
  privateKey: string
  publicKey: string
  endpoint: string
}

export interface PaymentSettings {
  wechat: WechatPaySettings | null
  alipay: AlipaySettings | null
  cashier: boolean
}

type Read = { [K in keyof typeof paymentEnvironment]: z.output<(typeof paymentEnvironment)[K]> }

/** Reads the payment settings. Throws a plain Error that names missing values. */
export function readPayment(read: Read, production: boolean): PaymentSettings {
  return {
    wechat: readWechat(read),
    alipay: readAlipay(read),
    cashier: read.DXX_TEST_CASHIER === '' ? !production : ['true', '1'].includes(read.DXX_TEST_CASHIER),
  }
}

function readWechat(read: Read): WechatPaySettings | null {
  if (!read.DXX_WECHATPAY_MCHID) return null
  mustBeSet(read, [
    'DXX_WECHATPAY_SERIAL',
    'DXX_WECHATPAY_PRIVATE_KEY',
    'DXX_WECHATPAY_PLATFORM_SERIAL',
    'DXX_WECHATPAY_PLATFORM_KEY',
  ])
  if (Buffer.byteLength(read.DXX_WECHATPAY_API_V3_KEY) !== 32)
    throw new Error('DXX_WECHATPAY_API_V3_KEY：请填写 32 个字符的 APIv3 密钥')
  return {
    mchId: read.DXX_WECHATPAY_MCHID,
    serial: read.DXX_WECHATPAY_SERIAL,
    privateKey: pem(read, 'DXX_WECHATPAY_PRIVATE_KEY'),
    platformSerial: read.DXX_WECHATPAY_PLATFORM_SERIAL,
    platformKey: pem(read, 'DXX_WECHATPAY_PLATFORM_KEY'),
    apiV3Key: read.DXX_WECHATPAY_API_V3_KEY,
    appAppId: read.DXX_WECHATPAY_APP_APPID,
    url: read.DXX_WECHATPAY_URL.replace(/\/+$/, ''),
  }
}

function readAlipay(read: Read): AlipaySettings | null {
  if (!read.DXX_ALIPAY_APPID) return null
  mustBeSet(read, ['DXX_ALIPAY_SELLER_ID', 'DXX_ALIPAY_PRIVATE_KEY', 'DXX_ALIPAY_PUBLIC_KEY'])
  return {
    appId: read.DXX_ALIPAY_APPID,
    sellerId: read.DXX_ALIPAY_SELLER_ID,
    privateKey: pem(read, 'DXX_ALIPAY_PRIVATE_KEY'),
    publicKey: pem(read, 'DXX_ALIPAY_PUBLIC_KEY'),
    endpoint: read.DXX_ALIPAY_ENDPOINT.replace(/\/+$/, ''),
  }
}

function mustBeSet(read: Read, names: (keyof Read)[]): void {
  const missing = names.filter((name) => !read[name])
  if (missing.length > 0) throw new Error(`请设置 ${missing.join('、')}`)
}

function pem(read: Read, name: keyof Read): string {
  const value = read[name]
  if (value.startsWith('-----BEGIN ')) return value.replaceAll('\\n', '\n').trim()
  try {
    return readFileSync(value, 'utf8').trim()
  } catch {
    throw new Error(`${name}：请填写 PEM 格式的密钥，或密钥文件的路径`)
  }
}
