/** Time for business logic. Used instead of SQL now() and Date.now(): tests can set it, and all servers agree on it. */
export interface Clock {
  /** Unix seconds. */
  now(): number
  nowMs(): number
}

/** Clock that always returns the same time, for reproducible screenshots. */
export function stoppedClock(seconds: number): Clock & { stop(): void } {
  return { nowMs: () => seconds * 1000, now: () => seconds, stop: () => {} }
}

export interface TestClock extends Clock {
  set(seconds: number): void
  advance(seconds: number): void
}

export function testClock(start: number): TestClock {
  let seconds = start
  return {
    now: () => seconds,
    nowMs: () => seconds * 1000,
    set: (to) => {
      seconds = to
    },
    advance: (by) => {
      seconds += by
    },
  }
}
