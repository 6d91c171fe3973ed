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

/** Two sides that know each other's public key: the shop and the payment service. */
export interface PaymentKeys {
  shop: KeyPair
  service: KeyPair
}

export const newPaymentKeys = (): PaymentKeys => ({ shop: newKeyPair(), service: newKeyPair() })
