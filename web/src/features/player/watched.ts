/** A jump: between two looks a video moves on by less than this, in seconds of its own time at normal speed. */
const jump = 3
const mostRanges = 200

export interface Watched {
  /** Seconds that passed while it played, whatever the speed. */
  seconds(): number
  /** Which parts of the video were seen, in whole seconds, [from, to), merged and in order. */
  ranges(): [number, number][]
  /** Where the video is now, while it plays. */
  tick(time: number, rate: number): void
  /** It stopped or was moved: what comes next does not follow from what was before. */
  breakOff(): void
}

/**
 * Adds up what is really watched by the video's own time: it does not run on while a laptop sleeps, and goes on while
 * the screen is off and only the sound plays.
 */
export function createWatched(): Watched {
  let seconds = 0
  let last: number | null = null
  const seen: [number, number][] = []
  return {
    seconds: () => Math.floor(seconds),
    ranges: () => merged(seen),
    breakOff: () => {
      last = null
    },
    tick: (time, rate) => {
      const from = last
      last = time
      if (from === null) return
      const passed = time - from
      if (passed <= 0 || passed > jump * Math.max(1, rate)) return
      seconds += passed / rate
      const before = seen[seen.length - 1]
      if (before && Math.abs(before[1] - from) < 0.01) before[1] = time
      else seen.push([from, time])
    },
  }
}

/** Whole seconds; a second counts as seen when any of it was, so that parts that touch become one. */
function merged(parts: readonly [number, number][]): [number, number][] {
  const whole = parts
    .map(([from, to]): [number, number] => [Math.floor(from), Math.ceil(to)])
    .sort((a, b) => a[0] - b[0])
  const result: [number, number][] = []
  for (const [from, to] of whole) {
    const before = result[result.length - 1]
    if (before && from <= before[1]) before[1] = Math.max(before[1], to)
    else result.push([from, to])
  }
  // Who jumps about that much has seen the last pieces at least.
  return result.slice(-mostRanges)
}
