import { createCipheriv, createPrivateKey, createPublicKey, randomBytes, randomUUID, sign, verify } from 'node:crypto'
import { rfc3339 } from '../../adapters/payment/time'
import type { SimulatorRequest, SimulatorResponse } from './http'
import type { PaymentKeys } from './keys'
import { machineNow } from './payment'

export const mchId = '1900000001'
export const serial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'
export const platformSerial = 'PUB_KEY_ID_0119000000012027'
export const apiV3Key = 'simulator-api-v3-key-32-letters!'
export const random = () => randomBytes(16).toString('hex')

/** Fault of a forged notification. */
export type Forgery = 'signature' | 'serial' | 'stale' | 'cipher' | 'merchant' | 'app' | 'amount' | 'unknown'

export const errorAnswer = (status: number, code: string, message = code): SimulatorResponse => ({
  status,
  body: { code, message },
})

export type WechatPaySigning = ReturnType<typeof wechatPaySigning>

/** Signs responses, verifies requests and encrypts notifications like WeChat Pay v3. */
export function wechatPaySigning(keys: PaymentKeys, now: () => number) {
  const merchantKey = createPublicKey(keys.shop.publicKey)
  const platformKey = createPrivateKey(keys.service.privateKey)
  const rsa = (text: string) => sign('sha256', Buffer.from(text), platformKey).toString('base64')

  /** Returns a response that is signed over its exact bytes. */
  function signed(status: number, body?: object): SimulatorResponse {
    const text = body === undefined ? '' : JSON.stringify(body)
    const [timestamp, nonce] = [String(machineNow()), random()]
    const headers = {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': platformSerial,
      'wechatpay-signature': rsa(`${timestamp}\n${nonce}\n${text}\n`),
    }
    return { status, headers, body: text }
  }

  function isSigned({ method, path, query, headers, body }: SimulatorRequest): boolean {
    const given = /^WECHATPAY2-SHA256-RSA2048 (.*)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    const field = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(given)?.[1] ?? ''
    const [timestamp, nonce] = [field('timestamp'), field('nonce_str')]
    if (field('mchid') !== mchId || field('serial_no') !== serial) return false
    if (Math.abs(Number(timestamp) - machineNow()) > 300) return false
    const search = query.size > 0 ? `?${query}` : ''
    const text = `${method}\n${path}${search}\n${timestamp}\n${nonce}\n${body}\n`
    return verify('sha256', Buffer.from(text), merchantKey, Buffer.from(field('signature'), 'base64'))
  }

  /** Posts one notification to the shop like WeChat. Returns whether it was accepted. */
  async function post(to: string, event: string, content: object, forgery?: Forgery): Promise<boolean> {
    const nonce = randomBytes(6).toString('hex')
    const cipher = createCipheriv('aes-256-gcm', forgery === 'cipher' ? random() : apiV3Key, nonce)
    cipher.setAAD(Buffer.from('transaction'))
    const sealed = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()])
    const body = JSON.stringify({
      id: randomUUID(),
      create_time: rfc3339(now()),
      resource_type: 'encrypt-resource',
      event_type: event,
      resource: {
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: sealed.toString('base64'),
        nonce,
        associated_data: 'transaction',
      },
    })
    const timestamp = String(now() - (forgery === 'stale' ? 3600 : 0))
    const signature = rsa(`${timestamp}\n${nonce}\n${forgery === 'signature' ? 'other' : body}\n`)
    const headers = {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-serial': forgery === 'serial' ? 'PUB_KEY_ID_OF_SOMEBODY_ELSE' : platformSerial,
      'wechatpay-signature': signature,
    }
    const response = await fetch(to, { method: 'POST', headers, body }).catch(() => null)
    return response !== null && response.status < 300
  }

  return { signed, isSigned, post }
}
