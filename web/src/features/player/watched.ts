/** Video seconds between two ticks, at normal speed, above which the step counts as a jump and not as playing. */
const jump = 3
const mostRanges = 200

export interface Watched {
  /** Elapsed seconds while playing, independent of the speed. */
  seconds(): number
  /** Watched ranges in whole seconds, [from, to), merged and sorted. */
  ranges(): [number, number][]
  /** Reports the current video time while playing. */
  tick(time: number, rate: number): void
  /** Ends the current range after a pause or seek. */
  breakOff(): void
}

/**
 * Adds up watched time by the video's own clock, which stops while a laptop sleeps and continues while only the sound
 * plays with the screen off.
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

/** Merges ranges in whole seconds; a partially watched second counts, so that adjacent ranges join. */
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
  // Beyond the limit, keep the last ranges.
  return result.slice(-mostRanges)
}
