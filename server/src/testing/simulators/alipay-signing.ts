import { createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import type { SimulatorRequest, SimulatorResponse } from './http'
import type { PaymentKeys } from './keys'

export const appId = '2021000000000001'
export const sellerId = '2088000000000001'
export const random = () => randomBytes(12).toString('hex')

/** Text over which a form is signed: all non-empty fields except `without`, sorted by name. */
export const signedForm = (form: Record<string, string>, without: string[]) =>
  Object.keys(form)
    .filter((name) => !without.includes(name) && form[name] !== '')
    .sort()
    .map((name) => `${name}=${form[name]}`)
    .join('&')

export type AlipaySigning = ReturnType<typeof alipaySigning>

/** Signs responses and notifications like Alipay, and verifies signatures of the shop's requests and links. */
export function alipaySigning(keys: PaymentKeys) {
  const shopKey = createPublicKey(keys.shop.publicKey)
  const serviceKey = createPrivateKey(keys.service.privateKey)

  const rsa = (text: string, digest = 'sha256') => sign(digest, Buffer.from(text), serviceKey).toString('base64')

  function signed(body: object): SimulatorResponse {
    const text = JSON.stringify(body)
    const [timestamp, nonce] = [String(Date.now()), random()]
    const headers = {
      'content-type': 'application/json',
      'alipay-timestamp': timestamp,
      'alipay-nonce': nonce,
      'alipay-signature': rsa(`${timestamp}\n${nonce}\n${text}\n`),
    }
    return { headers, body: text }
  }

  function isSigned({ method, path, headers, body }: SimulatorRequest): boolean {
    const [, auth = '', signature = ''] =
      /^ALIPAY-SHA256withRSA (.*),sign=(.*)$/.exec(headers.authorization ?? '') ?? []
    if (!auth.startsWith(`app_id=${appId},`)) return false
    const text = `${auth}\n${method}\n${path}\n${body}\n`
    return verify('sha256', Buffer.from(text), shopKey, Buffer.from(signature, 'base64'))
  }

  function isSignedLink(form: Record<string, string>): boolean {
    const signature = Buffer.from(form.sign ?? '', 'base64')
    return verify('sha256', Buffer.from(signedForm(form, ['sign'])), shopKey, signature)
  }

  return { rsa, signed, isSigned, isSignedLink }
}
