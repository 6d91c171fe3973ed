/** Seeded random numbers (mulberry32), so that a draw or a simulation can be repeated exactly. */
export class SeededRandom {
  private state: number
  private spare: number | null = null

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** Uniform in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = this.state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Whole number from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  /** Standard normal (polar method of Marsaglia). */
  normal(): number {
    if (this.spare !== null) {
      const spare = this.spare
      this.spare = null
      return spare
    }
    for (;;) {
      const [x, y] = [2 * this.next() - 1, 2 * this.next() - 1]
      const square = x * x + y * y
      if (square === 0 || square >= 1) continue
      const factor = Math.sqrt((-2 * Math.log(square)) / square)
      this.spare = y * factor
      return x * factor
    }
  }

  shuffle<T>(list: T[]): T[] {
    for (let i = list.length - 1; i > 0; i--) {
      const j = this.below(i + 1)
      const moved = list[i]!
      list[i] = list[j]!
      list[j] = moved
    }
    return list
  }
}
