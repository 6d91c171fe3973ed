/** Returns the text that is signed: HMAC-SHA256 as hex, keyed with the token ('' when logged out). */
export function signedText(method: string, timestamp: number | string, payload: string): string {
  return `${method.toUpperCase()}${timestamp}${payload}`
}

/** Names of the request headers. */
export const headers = {
  signature: 'Authorization',
  timestamp: 'X-DXX-Timestamp',
  platform: 'Platform',
  token: 'X-DXX-Token',
  /**
   * Secret of the browser or app, 256 random bits as base64url, for limits per device and for recognising the devices
   * of an account.
   */
  device: 'X-DXX-Device',
  idempotencyKey: 'Idempotency-Key',
  /**
   * Position in the database's log that the client has seen, in requests and responses: 16 hexadecimal digits that
   * compare as text, or `0` for none. A client sends the greatest position it has received; after `0` it discards its
   * position.
   */
  position: 'X-DXX-Position',
} as const

/** Maximum difference between the clocks of client and server, in seconds. */
export const maxSkew = 300
