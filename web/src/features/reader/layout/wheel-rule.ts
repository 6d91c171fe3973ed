/** Last wheel events in paged mode. */
export interface WheelState {
  /** Sum of the current gesture, in pixels. */
  sum: number
  /** Last event: distance and time in milliseconds. */
  delta: number
  at: number
  /** When a page was turned last. */
  turned: number
}

export const restingWheel: WheelState = {
  sum: 0,
  delta: 0,
  at: Number.NEGATIVE_INFINITY,
  turned: Number.NEGATIVE_INFINITY,
}

/** Pixels that turn a page: less than one notch of a mouse wheel, more than a finger at rest on a trackpad. */
const enough = 40
/** Milliseconds without events after which a new gesture begins. */
const pause = 160
/** Minimum milliseconds between two turned pages. */
const atMost = 320

/**
 * Turns wheel events into pages. After a page, the weakening events of a trackpad's inertia turn no further page; a
 * mouse wheel, whose events are equally strong, does.
 */
export function turnByWheel(state: WheelState, delta: number, now: number): [WheelState, -1 | 0 | 1] {
  const isNew = now - state.at > pause || delta * state.delta < 0
  const fades = !isNew && Math.abs(delta) < Math.abs(state.delta)
  const isBlocked = now - state.turned < atMost || (fades && state.turned > state.at - atMost * 4)
  const sum = isBlocked ? 0 : (isNew ? 0 : state.sum) + delta
  if (Math.abs(sum) < enough) return [{ ...state, sum, delta, at: now }, 0]
  return [{ sum: 0, delta, at: now, turned: now }, sum > 0 ? 1 : -1]
}
