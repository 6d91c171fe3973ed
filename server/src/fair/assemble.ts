import { type Blueprint, brokenRules, type Candidate, missingQuestions, sizeOf } from './blueprint'
import { type Curves, curvesOf, type Target, type Tolerances } from './curves'
import { SeededRandom } from './random'

export interface AssemblyRules extends Tolerances {
  /** Largest number of questions that two forms may have in common. */
  maxOverlap: number
  /** Maximum number of forms that contain the same question. */
  maxUses: number
}

export interface Form {
  /** Indexes of the candidates. */
  items: number[]
  /** Largest differences from the target over all compared abilities. */
  scoreDifference: number
  errorDifference: number
  isWithinTolerance: boolean
}

/** Restarts of a form whose search ends outside of the tolerance. */
const restarts = 12
/** Share of the tolerance at which the search of a form stops: rounding and the abilities in between stay inside. */
const goodEnough = 0.9
/** Places looked at before a swap is made: the best of all places costs several times more and is hardly better. */
const placesPerStep = 6

/**
 * Draws forms one after another: a random draw from each cell, then swaps within the cells that move its curves towards
 * the target, until every difference is within the tolerance. The forms stay random, because the search stops there.
 * docs/decisions/0060-fair-papers.md explains why no integer program is used.
 */
export class FormAssembler {
  private readonly curves: Curves
  private readonly byCell = new Map<string, number[]>()
  private readonly uses: Uint32Array
  /** Forms that contain a candidate. */
  private readonly containing: number[][]
  private readonly random: SeededRandom
  /** Largest overlap with each registered form. */
  private readonly maxOverlaps: number[] = []

  constructor(
    private readonly candidates: Candidate[],
    private readonly blueprint: Blueprint,
    target: Target,
    private readonly rules: AssemblyRules,
    seed: number,
  ) {
    const missing = missingQuestions(candidates, blueprint)
    if (missing.length > 0) throw new RangeError(`too few questions: ${JSON.stringify(missing)}`)
    const largest = [...blueprint.cells].reduce((sum, [cell, count]) => {
      const { points } = candidates.find((one) => one.cell === cell)!
      return sum + points * count
    }, 0)
    this.curves = curvesOf(candidates, target, largest, rules)
    this.random = new SeededRandom(seed)
    this.uses = new Uint32Array(candidates.length)
    this.containing = candidates.map(() => [])
    for (const [i, { cell }] of candidates.entries()) this.byCell.set(cell, [...(this.byCell.get(cell) ?? []), i])
  }

  /** Registers a form that exists already. */
  add(items: number[]): void {
    for (const item of items) this.uses[item]!++
    this.avoid(items, this.rules.maxOverlap)
  }

  /** Bounds the overlap with a form of an earlier exam, whose use of questions does not count. */
  avoid(items: number[], maxOverlap: number): void {
    for (const item of items) this.containing[item]!.push(this.maxOverlaps.length)
    this.maxOverlaps.push(maxOverlap)
  }

  /** Number of forms that contain each candidate. */
  exposure(): number[] {
    return Array.from(this.uses)
  }

  /** Draws the next form and registers it; null if no draw respects the rules (enemies, tags, overlap, exposure). */
  next(): Form | null {
    let best: { items: number[]; largest: number } | null = null
    for (let round = 0; round < restarts; round++) {
      const search = new FormSearch(this.candidates, this.blueprint, this.curves, this.limits())
      const items = search.run(this.byCell, this.random)
      if (!items) continue
      const largest = search.largestDifference()
      if (!best || largest < best.largest) best = { items, largest }
      if (best.largest <= 1) break
    }
    if (!best) return null
    this.add(best.items)
    return this.describe(best.items)
  }

  private limits(): Limits {
    return {
      uses: this.uses,
      maxUses: this.rules.maxUses,
      containing: this.containing,
      overlaps: new Uint16Array(this.maxOverlaps.length),
      maxOverlaps: this.maxOverlaps,
    }
  }

  private describe(items: number[]): Form {
    const { width, values, goal } = this.curves
    const half = width / 2
    let [scoreDifference, errorDifference] = [0, 0]
    for (let at = 0; at < half; at++) {
      const sumAt = (column: number) => items.reduce((sum, item) => sum + values[item * width + column]!, 0)
      const score = Math.abs(sumAt(at) - goal[at]!) * this.rules.scoreTolerance
      const error = Math.abs(Math.sqrt(goal[half + at]! / sumAt(half + at)) - 1)
      scoreDifference = Math.max(scoreDifference, score)
      errorDifference = Math.max(errorDifference, error)
    }
    const { scoreTolerance, errorTolerance } = this.rules
    const isWithinTolerance = scoreDifference <= scoreTolerance && errorDifference <= errorTolerance
    return { items, scoreDifference, errorDifference, isWithinTolerance }
  }
}

interface Limits {
  uses: Uint32Array
  maxUses: number
  containing: number[][]
  /** Questions in common with each earlier form. */
  overlaps: Uint16Array
  maxOverlaps: number[]
}

/** Search of one form. */
class FormSearch {
  private items: number[] = []
  private readonly difference: Float64Array

  constructor(
    private readonly candidates: Candidate[],
    private readonly blueprint: Blueprint,
    private readonly curves: Curves,
    private readonly limits: Limits,
  ) {
    this.difference = curves.goal.map((value) => -value)
  }

  run(byCell: Map<string, number[]>, random: SeededRandom): number[] | null {
    if (!this.drawStart(byCell, random)) return null
    const pools = this.items.map((item) => byCell.get(this.candidates[item]!.cell)!)
    for (let step = 0; step < 4 * this.items.length; step++) {
      if (this.largestDifference() <= goodEnough) break
      if (!this.swapBest(pools, random)) break
    }
    return this.items
  }

  largestDifference(): number {
    return this.difference.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  }

  /** Draws each cell in random order, rarely used questions first, so that exposure stays even. */
  private drawStart(byCell: Map<string, number[]>, random: SeededRandom): boolean {
    for (const [cell, count] of random.shuffle([...this.blueprint.cells])) {
      const pool = random.shuffle([...byCell.get(cell)!])
      const keys = new Map(pool.map((item) => [item, this.limits.uses[item]! * (0.5 + random.next())]))
      pool.sort((a, b) => keys.get(a)! - keys.get(b)!)
      let drawn = 0
      for (const item of pool) {
        if (drawn === count) break
        if (!this.isAllowed(item, -1)) continue
        this.put(item)
        drawn++
      }
      if (drawn < count) return false
    }
    return this.repairTags(byCell, random)
  }

  /**
   * Swaps questions within their cells until the bounds of all tags hold. Counts tags instead of calling `brokenRules`:
   * bounds that exclude one another would cost a second of CPU time.
   */
  private repairTags(byCell: Map<string, number[]>, random: SeededRandom): boolean {
    const { tagBounds } = this.blueprint
    const counts = new Map([...tagBounds.keys()].map((tag) => [tag, 0]))
    const count = (item: number, sign: 1 | -1) => {
      for (const tag of this.candidates[item]!.tags) {
        const before = counts.get(tag)
        if (before !== undefined) counts.set(tag, before + sign)
      }
    }
    const countBroken = () => {
      let sum = 0
      for (const [tag, { min, max }] of tagBounds)
        sum += Math.max(0, min - counts.get(tag)!) + Math.max(0, counts.get(tag)! - max)
      return sum
    }
    const swap = (out: number, into: number) => {
      count(out, -1)
      count(into, 1)
    }
    for (const item of this.items) count(item, 1)
    let broken = countBroken()
    for (let tries = 0; broken > 0 && tries < 200 * sizeOf(this.blueprint); tries++) {
      const at = random.below(this.items.length)
      const pool = byCell.get(this.candidates[this.items[at]!]!.cell)!
      const [out, into] = [this.items[at]!, pool[random.below(pool.length)]!]
      if (this.items.includes(into) || !this.isAllowed(into, out)) continue
      swap(out, into)
      const after = countBroken()
      if (after <= broken) {
        this.replace(at, into)
        broken = after
      } else swap(into, out)
    }
    return broken === 0
  }

  private formOf(items: number[]) {
    return items.map((item) => this.candidates[item]!)
  }

  private put(item: number): void {
    this.items.push(item)
    this.count(item, 1)
  }

  private replace(at: number, into: number): void {
    this.count(this.items[at]!, -1)
    this.items[at] = into
    this.count(into, 1)
  }

  private count(item: number, sign: 1 | -1): void {
    const { width, values } = this.curves
    for (let at = 0; at < width; at++) this.difference[at]! += sign * values[item * width + at]!
    for (const form of this.limits.containing[item]!) this.limits.overlaps[form]! += sign
  }

  /** Whether a question may replace `out` (−1: none) by use, overlap and enemies. */
  private isAllowed(item: number, out: number): boolean {
    const { uses, maxUses, containing, overlaps, maxOverlaps } = this.limits
    if (uses[item]! >= maxUses) return false
    const freed = out < 0 ? [] : containing[out]!
    for (const form of containing[item]!)
      if (overlaps[form]! - (freed.includes(form) ? 1 : 0) >= maxOverlaps[form]!) return false
    const { enemies } = this.candidates[item]!
    if (enemies.length === 0) return true
    return !this.items.some(
      (other) => other !== out && this.candidates[other]!.enemies.some((group) => enemies.includes(group)),
    )
  }

  private keepsTags(at: number, into: number): boolean {
    if (this.blueprint.tagBounds.size === 0) return true
    const changed = this.items.map((item, place) => (place === at ? into : item))
    return brokenRules(this.formOf(changed), this.blueprint) === 0
  }

  /** Makes the best allowed swap of a few random places; false if none of all places brings the curves closer. */
  private swapBest(pools: number[][], random: SeededRandom): boolean {
    const places = random.shuffle(this.items.map((_, at) => at))
    const inForm = new Set(this.items)
    for (let from = 0; from < places.length; from += placesPerStep) {
      const found: { at: number; into: number; distance: number }[] = []
      const now = this.distanceAfter(-1, -1)
      for (const at of places.slice(from, from + placesPerStep))
        for (const into of pools[at]!) {
          if (inForm.has(into)) continue
          const distance = this.distanceAfter(this.items[at]!, into)
          if (distance < now - 1e-9) found.push({ at, into, distance })
        }
      found.sort((a, b) => a.distance - b.distance)
      for (const { at, into } of found.slice(0, 40))
        if (this.isAllowed(into, this.items[at]!) && this.keepsTags(at, into)) {
          this.replace(at, into)
          return true
        }
    }
    return false
  }

  /** Distance of the curves from the target after a swap: fourth powers, so that the largest differences decide. */
  private distanceAfter(out: number, into: number): number {
    const { width, values } = this.curves
    let sum = 0
    for (let at = 0; at < width; at++) {
      let value = this.difference[at]!
      if (out >= 0) value += values[into * width + at]! - values[out * width + at]!
      sum += value * value * value * value
    }
    return sum
  }
}
