import { type CalibrationOptions, type EmState, fillCurves, normalLogWeights, posteriorOf } from './em-state'
import { type Fit, fitOf } from './fit'
import { abilityGrid, type ItemParameters } from './model'
import type { Responses } from './responses'
import { standardErrors } from './standard-errors'

interface CalibratedItem extends ItemParameters {
  answers: number
  /** Null for anchors. */
  difficultyError: number | null
  discriminationError: number | null
  fit: Fit
}

interface Population {
  mean: number
  deviation: number
}

export interface Calibration {
  items: CalibratedItem[]
  logLikelihood: number
  /** Abilities of each group of persons. */
  populations: Population[]
  cycles: number
  converged: boolean
}

/** Bounds of the parameters, so that items answered all right or all wrong stay finite without a prior. */
const widest = 8
const slopeBounds = [Math.log(0.05), Math.log(6)] as const

/**
 * Estimates item parameters by marginal maximum likelihood: EM with the ability integrated over a fixed grid
 * (Bock and Aitkin 1981). With priors it is the mode of the posterior. Formulas: docs/decisions/0060-fair-papers.md.
 */
export function calibrate(responses: Responses, options: CalibrationOptions): Calibration {
  const { maxCycles = 500, tolerance = 1e-4, anchors = new Map() } = options
  const work = startOf(responses, options)
  const populations = work.logWeights.map((): Population => ({ mean: 0, deviation: 1 }))
  let cycles = 0
  let change = Number.POSITIVE_INFINITY
  let accelerator = new Accelerator(work)
  while (cycles < maxCycles && change > tolerance) {
    cycles++
    const { moments } = expect(work)
    const moved = anchors.size > 0 ? movePopulations(work, populations, moments) : 0
    change = Math.max(moved, maximise(work, options))
    if (anchors.size === 0) accelerator.step(work)
    else accelerator = new Accelerator(work)
  }
  const { logLikelihood } = expect(work)
  const errors = standardErrors(work, options)
  const answers = new Float64Array(responses.items)
  for (let person = 0; person < responses.persons; person++)
    for (let at = responses.starts[person]!; at < responses.starts[person + 1]!; at++)
      answers[responses.item[at]!]! += responses.weights?.[person] ?? 1
  const items = Array.from({ length: responses.items }, (_, item): CalibratedItem => {
    const isAnchor = anchors.has(item)
    return {
      discrimination: Math.exp(work.logSlopes[item]!),
      difficulty: work.difficulties[item]!,
      answers: answers[item]!,
      difficultyError: isAnchor ? null : errors.difficulty[item]!,
      discriminationError: isAnchor || typeof options.slopes === 'number' ? null : errors.discrimination[item]!,
      fit: fitOf(work, item),
    }
  })
  return { items, logLikelihood, populations, cycles, converged: change <= tolerance }
}

function startOf(responses: Responses, options: CalibrationOptions): EmState {
  const { items } = responses
  const nodes = abilityGrid(-6, 6, options.nodes ?? 49)
  const size = items * nodes.length
  const [right, all] = [new Float64Array(items).fill(0.5), new Float64Array(items).fill(1)]
  for (let person = 0; person < responses.persons; person++)
    for (let at = responses.starts[person]!; at < responses.starts[person + 1]!; at++) {
      const weight = responses.weights?.[person] ?? 1
      right[responses.item[at]!]! += weight * responses.share[at]!
      all[responses.item[at]!]! += weight
    }
  const slope = typeof options.slopes === 'number' ? options.slopes : 1
  const work: EmState = {
    responses,
    nodes,
    logWeights: Array.from({ length: groupsOf(responses) }, () => normalLogWeights(nodes, 0, 1)),
    logSlopes: new Float64Array(items).fill(Math.log(slope)),
    difficulties: Float64Array.from(right, (sum, item) => Math.log((all[item]! - sum) / sum)),
    logOdds: new Float64Array(size),
    logWrong: new Float64Array(size),
    tried: new Float64Array(size),
    scored: new Float64Array(size),
    squares: new Float64Array(size),
  }
  for (const [item, { discrimination, difficulty }] of options.anchors ?? []) {
    work.logSlopes[item] = Math.log(discrimination)
    work.difficulties[item] = difficulty
  }
  return work
}

const groupsOf = ({ groups }: Responses) => (groups ? groups.reduce((most, group) => Math.max(most, group), 0) + 1 : 1)

/** Sums over the posteriors of the persons of one group. */
interface Moments {
  persons: number
  mean: number
  square: number
}

/** E step: distributes every person over the nodes and adds up tries and scores per item and node. */
function expect(work: EmState): { logLikelihood: number; moments: Moments[] } {
  const { responses, nodes, tried, scored, squares } = work
  const count = nodes.length
  fillCurves(work)
  tried.fill(0)
  scored.fill(0)
  squares.fill(0)
  const posterior = new Float64Array(count)
  const moments = work.logWeights.map((): Moments => ({ persons: 0, mean: 0, square: 0 }))
  let logLikelihood = 0
  for (let person = 0; person < responses.persons; person++) {
    const weight = responses.weights?.[person] ?? 1
    const total = moments[responses.groups?.[person] ?? 0]!
    logLikelihood += weight * posteriorOf(work, person, posterior)
    total.persons += weight
    for (let node = 0; node < count; node++) {
      total.mean += weight * posterior[node]! * nodes[node]!
      total.square += weight * posterior[node]! * nodes[node]! ** 2
      posterior[node]! *= weight
    }
    for (let at = responses.starts[person]!; at < responses.starts[person + 1]!; at++) {
      const row = responses.item[at]! * count
      const share = responses.share[at]!
      for (let node = 0; node < count; node++) {
        tried[row + node]! += posterior[node]!
        scored[row + node]! += share * posterior[node]!
        squares[row + node]! += share * share * posterior[node]!
      }
    }
  }
  return { logLikelihood, moments }
}

/** Sets each population to the mean and deviation of the posteriors of its persons. Returns the largest change. */
function movePopulations(work: EmState, populations: Population[], moments: Moments[]): number {
  let change = 0
  for (const [group, { persons, mean: sum, square }] of moments.entries()) {
    if (persons === 0) continue
    const before = populations[group]!
    const mean = sum / persons
    const deviation = Math.sqrt(Math.max(0.01, square / persons - mean * mean))
    change = Math.max(change, Math.abs(mean - before.mean), Math.abs(deviation - before.deviation))
    populations[group] = { mean, deviation }
    work.logWeights[group] = normalLogWeights(work.nodes, mean, deviation)
  }
  return change
}

/** M step: maximises every item's expected log-likelihood by Fisher scoring. Returns the largest change. */
function maximise(work: EmState, options: CalibrationOptions): number {
  let change = 0
  for (let item = 0; item < work.difficulties.length; item++)
    if (!options.anchors?.has(item)) change = Math.max(change, maximiseItem(work, item, options))
  return options.slopes === 'common' ? Math.max(change, maximiseCommonSlope(work, options)) : change
}

interface Derivatives {
  byDifficulty: number
  bySlope: number
  difficultyInformation: number
  slopeInformation: number
  cross: number
}

/** First derivatives and expected information of one item's log-likelihood in difficulty and log slope. */
function derivativesOf({ nodes, logSlopes, difficulties, tried, scored }: EmState, item: number): Derivatives {
  const slope = Math.exp(logSlopes[item]!)
  const difficulty = difficulties[item]!
  const sums = { byDifficulty: 0, bySlope: 0, difficultyInformation: 0, slopeInformation: 0, cross: 0 }
  for (let node = 0, at = item * nodes.length; node < nodes.length; node++, at++) {
    const distance = nodes[node]! - difficulty
    const right = 1 / (1 + Math.exp(-slope * distance))
    const residual = slope * (scored[at]! - tried[at]! * right)
    const information = slope * slope * tried[at]! * right * (1 - right)
    sums.byDifficulty -= residual
    sums.bySlope += residual * distance
    sums.difficultyInformation += information
    sums.slopeInformation += information * distance * distance
    sums.cross -= information * distance
  }
  return sums
}

/** Maximum step of a parameter in one round of Fisher scoring, because the start can be far from the maximum. */
const longestStep = 0.5
const limited = (step: number) => Math.max(-longestStep, Math.min(longestStep, step))
const within = (value: number, [low, high]: readonly [number, number]) => Math.max(low, Math.min(high, value))

const mRounds = 2

function maximiseItem(work: EmState, item: number, options: CalibrationOptions): number {
  const { logSlopes, difficulties } = work
  const [slopeBefore, difficultyBefore] = [logSlopes[item]!, difficulties[item]!]
  for (let round = 0; round < mRounds; round++) {
    const sums = derivativesOf(work, item)
    addPriors(sums, logSlopes[item]!, difficulties[item]!, options, item)
    const { byDifficulty, bySlope, difficultyInformation, slopeInformation, cross } = sums
    if (options.slopes === 'each') {
      const determinant = difficultyInformation * slopeInformation - cross * cross
      if (!(determinant > 1e-12)) break
      difficulties[item]! += limited((slopeInformation * byDifficulty - cross * bySlope) / determinant)
      logSlopes[item]! += limited((difficultyInformation * bySlope - cross * byDifficulty) / determinant)
      logSlopes[item] = within(logSlopes[item]!, slopeBounds)
    } else if (difficultyInformation > 1e-12) difficulties[item]! += limited(byDifficulty / difficultyInformation)
    difficulties[item] = within(difficulties[item]!, [-widest, widest])
  }
  return Math.max(Math.abs(logSlopes[item]! - slopeBefore), Math.abs(difficulties[item]! - difficultyBefore))
}

function addPriors(
  sums: Derivatives,
  logSlope: number,
  difficulty: number,
  options: CalibrationOptions,
  item: number,
): void {
  const prior = options.difficultyPriors?.[item]
  if (prior) {
    sums.byDifficulty -= (difficulty - prior.mean) / prior.deviation ** 2
    sums.difficultyInformation += 1 / prior.deviation ** 2
  }
  if (options.slopePrior && options.slopes === 'each') {
    sums.bySlope -= (logSlope - options.slopePrior.mean) / options.slopePrior.deviation ** 2
    sums.slopeInformation += 1 / options.slopePrior.deviation ** 2
  }
}

function maximiseCommonSlope(work: EmState, { anchors }: CalibrationOptions): number {
  if (anchors && anchors.size > 0) return 0
  let [gradient, information] = [0, 0]
  for (let item = 0; item < work.difficulties.length; item++) {
    const { bySlope, slopeInformation } = derivativesOf(work, item)
    gradient += bySlope
    information += slopeInformation
  }
  const before = work.logSlopes[0]!
  const after = within(before + limited(gradient / Math.max(information, 1e-12)), slopeBounds)
  work.logSlopes.fill(after)
  return Math.abs(after - before)
}

/**
 * Extrapolates EM, which converges slowly for flat items: every third cycle moves along the last two changes by the
 * factor of Varadhan and Roland (2008, SQUAREM, scheme S3). EM continues from there, so a poor step costs cycles but
 * does not change the result.
 */
class Accelerator {
  private history: Float64Array[] = []

  constructor(work: EmState) {
    this.history.push(joined(work))
  }

  step(work: EmState): void {
    this.history.push(joined(work))
    if (this.history.length < 3) return
    const [first, second, third] = this.history as [Float64Array, Float64Array, Float64Array]
    let [changes, curvature] = [0, 0]
    for (let i = 0; i < first.length; i++) {
      const change = second[i]! - first[i]!
      changes += change * change
      curvature += (third[i]! - second[i]! - change) ** 2
    }
    const factor = curvature > 0 ? Math.min(Math.sqrt(changes / curvature), 8) : 1
    if (factor > 1) {
      const half = work.difficulties.length
      for (let i = 0; i < first.length; i++) {
        const change = second[i]! - first[i]!
        const moved = first[i]! + 2 * factor * change + factor * factor * (third[i]! - second[i]! - change)
        if (i < half) work.difficulties[i] = within(moved, [-widest, widest])
        else work.logSlopes[i - half] = within(moved, slopeBounds)
      }
    }
    this.history = [joined(work)]
  }
}

function joined({ difficulties, logSlopes }: EmState): Float64Array {
  const all = new Float64Array(difficulties.length * 2)
  all.set(difficulties)
  all.set(logSlopes, difficulties.length)
  return all
}
