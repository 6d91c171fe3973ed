/** Pull distance in pixels from which releasing closes the sheet. */
const enough = 96
/** Pixels per millisecond of a flick, which closes the sheet however short it is. */
const flick = 0.5
/** Shorter movements are taps with an unsteady finger. */
const shortest = 24
/** Movements longer ago than this number of milliseconds do not count for the speed at the release. */
const recent = 80
/** Longest and shortest duration of the sheet's closing animation, in milliseconds. */
const [slowest, fastest] = [300, 120]

export interface PullPoint {
  y: number
  at: number
}

/** Speed of the finger in pixels per millisecond at the release; positive downwards, 0 after a rest. */
export function releaseSpeed(points: readonly PullPoint[], now: number): number {
  const last = points.filter(({ at }) => now - at <= recent)
  const [first, end] = [last[0], last.at(-1)]
  return first && end && end.at > first.at ? (end.y - first.y) / (end.at - first.at) : 0
}

/** Whether a sheet that was pulled down closes: it was pulled far or flicked, and the finger is not moving back up. */
export const isPulledFar = (distance: number, speed: number): boolean =>
  speed > -flick / 2 && (distance > enough || (distance > shortest && speed >= flick))

/** Duration in milliseconds of the closing animation at the speed of the finger. `left`: pixels to go. */
export const leavingTime = (left: number, speed: number): number =>
  Math.round(Math.min(slowest, Math.max(fastest, speed > 0 ? left / speed : slowest)))
