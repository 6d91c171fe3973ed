import { signedText } from '@dxx/contract/signature'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** HMAC-SHA256 as hex. Not by crypto.subtle: browsers hide it on plain http. */
export function sign(token: string, method: string, timestamp: number, payload: string): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(token), utf8ToBytes(signedText(method, timestamp, payload))))
}
