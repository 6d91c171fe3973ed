import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Derives a key per purpose, so that a value sealed for one purpose cannot be used for another. */
const keyOf = (serverSecret: string, purpose: string) => Buffer.from(hkdfSync('sha256', serverSecret, '', purpose, 32))

/** Encrypts a secret for the database with AES-256-GCM; the key is derived from the server's secret. */
export function sealSecret(serverSecret: string, purpose: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(serverSecret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a sealed secret. Throws if it was changed, or sealed for another purpose or with another server secret. */
export function openSecret(serverSecret: string, purpose: string, bytes: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(serverSecret, purpose), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
}
