import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** HMAC in JavaScript, loaded only where the browser lacks crypto.subtle. */
export function hmacHex(token: string, text: Uint8Array): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(token), text))
}
