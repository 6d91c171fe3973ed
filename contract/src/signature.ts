/** The text both sides put through HMAC-SHA256, keyed with the token ('' when logged out); the answer is hex. */
export function signedText(method: string, timestamp: number | string, payload: string): string {
  return `${method.toUpperCase()}${timestamp}${payload}`
}

/** Header names of every call. */
export const headers = {
  signature: 'Authorization',
  timestamp: 'X-DXX-Timestamp',
  platform: 'Platform',
  token: 'X-DXX-Token',
  idempotencyKey: 'Idempotency-Key',
} as const

/** How far a client's clock may be off, in seconds. */
export const maxSkew = 300
