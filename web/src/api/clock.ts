/** How far the server's clock is ahead of this device's, in seconds. */
let offset = 0

/** Unix seconds by the server's clock, as far as it is known. */
export function serverNow(): number {
  return Math.floor(Date.now() / 1000 + offset)
}

export function correctClock(now: number): void {
  offset = now - Date.now() / 1000
}
