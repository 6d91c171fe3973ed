import { signedText } from '@dxx/contract/signature'

/** Cached key of the last token. */
let imported: { token: string; key: Promise<CryptoKey> } | undefined

/** HMAC-SHA256 as hex. Uses a library where crypto.subtle is missing: on plain http and in old web views. */
export async function sign(token: string, method: string, timestamp: number, payload: string): Promise<string> {
  const text = new TextEncoder().encode(signedText(method, timestamp, payload))
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (!subtle) return (await import('./sign-without-subtle')).hmacHex(token, text)
  if (imported?.token !== token) imported = { token, key: importKey(subtle, token) }
  const signature = await subtle.sign('HMAC', await imported.key, text)
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function importKey(subtle: SubtleCrypto, token: string): Promise<CryptoKey> {
  // Browsers reject an empty key. HMAC pads keys with zeros, so that a zero byte is equivalent.
  const bytes = new TextEncoder().encode(token || '\0')
  return subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
}
