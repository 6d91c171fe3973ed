/** Scroll positions between which the direction did not change. */
export interface Scrolled {
  /** Position and time (milliseconds) where the current direction began. */
  from: number
  since: number
  /** Last position and time. */
  at: number
  when: number
}

/** Distance in pixels downwards after which the bars hide. */
const enoughDown = 24
/** Distance in pixels and speed in pixels per millisecond of an upward flick, which shows the bars. */
const enoughUp = 64
const flickSpeed = 0.6
/** Positions from the top at which the bars are always shown. */
const nearTop = 8
/** Milliseconds without scrolling after which the next movement is measured from its own start. */
const pause = 200

/**
 * Follows the scrolling of a chapter. Returns the new state, and whether to show the bars (true), to hide them (false)
 * or to change nothing (null). Slow upward scrolling changes nothing, because users scroll back slowly to read a line
 * again.
 */
export function followBars(state: Scrolled | null, at: number, when: number): [Scrolled, boolean | null] {
  if (!state || when - state.when > pause) return [{ from: at, since: when, at, when }, at <= nearTop ? true : null]
  const turned = (at - state.at) * (state.at - state.from) < 0
  const from = turned ? state.at : state.from
  const since = turned ? state.when : state.since
  const next = { from, since, at, when }
  const moved = at - from
  if (at <= nearTop && moved <= 0) return [next, true]
  if (moved >= enoughDown) return [next, false]
  const isFlick = -moved >= enoughUp && -moved / Math.max(1, when - since) >= flickSpeed
  return [next, isFlick ? true : null]
}
