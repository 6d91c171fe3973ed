import { maxSkew } from '@dxx/contract/signature'
import { fail } from '../base/refusal'
import { equalText, hmacSha256 } from './hmac'

interface Signed {
  method: string
  /** Unix seconds as sent by the client. */
  timestamp: string | undefined
  signature: string | undefined
  /** The token as sent; '' when logged out. */
  token: string
  /** The bytes as sent: the query string of a GET, the body otherwise. */
  payload: Buffer | string
}

/** Rejects with code 8 unless the request carries a fresh signature over exactly the bytes sent. */
export function verifySignature({ method, timestamp, signature, token, payload }: Signed, now: number): void {
  const sent = Number(timestamp)
  if (!timestamp || !/^\d{1,12}$/.test(timestamp) || Math.abs(sent - now) > maxSkew)
    fail('clock-skew', { data: { now } })
  const expected = hmacSha256(token, `${method}${timestamp}`, payload)
  if (!equalText(expected, (signature ?? '').toLowerCase())) fail('bad-signature', { data: { now } })
}
