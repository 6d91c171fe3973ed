/** Offset of the server's clock from this device's, in seconds. */
let offset = 0

/** Current Unix seconds by the server's clock, or by the device's until a response has corrected it. */
export function serverNow(): number {
  return Math.floor(Date.now() / 1000 + offset)
}

export function setServerTime(now: number): void {
  offset = now - Date.now() / 1000
}
