import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { loadPackage } from '../../base/load-package'
import { ChannelError } from './payment'
import type { WechatPaySettings } from './settings'

const timeoutMs = 8000

interface Failure {
  response?: { status: number; data?: { code?: string; message?: string } }
}

/** Error code of WeChat Pay in a failed request; undefined for every other error. */
export const errorCode = (error: unknown) => (error as Failure).response?.data?.code

/** Text for staff about an error that has a code of WeChat Pay. */
export const errorDetail = (error: unknown) =>
  `WeChat Pay: ${errorCode(error)} ${(error as Failure).response?.data?.message}`

/** Throws the error again; if it has a code of WeChat Pay, throws a ChannelError instead. */
export function raise(error: unknown): never {
  if (!errorCode(error)) throw error
  throw new ChannelError(errorDetail(error))
}

export type WechatPayClient = ReturnType<typeof wechatPayClient>

/** Client of API v3: signs requests and verifies responses. */
export function wechatPayClient({ mchId, serial, platformSerial, url: baseURL, ...keys }: WechatPaySettings) {
  const privateKey = createPrivateKey(keys.privateKey)
  const platformKey = createPublicKey(keys.platformKey)
  // Cast below, because the declared type lacks some settings that the package accepts.
  const { Decorator } = loadPackage<typeof import('wechatpay-axios-plugin')>('wechatpay-axios-plugin')
  const http = Decorator.jsonBased({
    mchid: mchId,
    serial,
    privateKey,
    certs: { [platformSerial]: platformKey },
    ...{ baseURL, timeout: timeoutMs },
  } as Parameters<typeof Decorator.jsonBased>[0])

  return {
    platformKey,
    sign: (text: string) => sign('sha256', Buffer.from(text), privateKey).toString('base64'),

    /** Throws the original error if WeChat rejects the request with a code (`errorCode`), otherwise a ChannelError. */
    async request<T>(method: 'GET' | 'POST', url: string, data?: object): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        try {
          return (await http.request<T>({ method, url, data })).data
        } catch (error) {
          const { response } = error as Failure
          // After an internal error, WeChat requires that the same request is sent again.
          if (response && response.status >= 500 && attempt === 1) continue
          if (response?.data?.code && response.status < 500 && response.status !== 429) throw error
          throw new ChannelError(`WeChat Pay ${url}: ${response?.data?.code ?? (error as Error).message}`, true)
        }
      }
    },
  }
}
