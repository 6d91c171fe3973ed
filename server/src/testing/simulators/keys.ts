import { generateKeyPairSync } from 'node:crypto'

export interface KeyPair {
  privateKey: string
  publicKey: string
}

export function newKeyPair(): KeyPair {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
}

/** Key pairs of the shop and of the payment service; each side knows the other's public key. */
export interface PaymentKeys {
  shop: KeyPair
  service: KeyPair
}

export const newPaymentKeys = (): PaymentKeys => ({ shop: newKeyPair(), service: newKeyPair() })
