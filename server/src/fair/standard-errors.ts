import { type CalibrationOptions, type EmState, posteriorOf } from './em-state'

/** Above this number of parameters, correlations between items are omitted: inverting the matrix would take seconds. */
const mostParameters = 1500

interface Errors {
  difficulty: Float64Array
  discrimination: Float64Array
}

/**
 * Standard errors from the cross products of the persons' score vectors (empirical information), with the precision of
 * the priors added. The score vector is the posterior mean of the complete-data one (Louis 1982).
 */
export function standardErrors(work: EmState, options: CalibrationOptions): Errors {
  const items = work.difficulties.length
  const slots = slotsOf(items, options)
  const isWhole = slots.count <= mostParameters
  const matrix = new Float64Array(isWhole ? slots.count ** 2 : items * 3)
  addCrossProducts(work, slots, isWhole, matrix)
  addPriorPrecision(slots, isWhole, matrix, options)
  const variances = isWhole ? diagonalOfInverse(matrix, slots.count) : blockVariances(matrix, slots, items)
  const errorAt = (slot: number) => (slot < 0 ? Number.NaN : Math.sqrt(variances[slot]!))
  return {
    difficulty: Float64Array.from({ length: items }, (_, item) => errorAt(slots.difficulty[item]!)),
    // Delta method: the parameter is the logarithm of the discrimination.
    discrimination: Float64Array.from(
      { length: items },
      (_, item) => Math.exp(work.logSlopes[item]!) * errorAt(slots.slope[item]!),
    ),
  }
}

/** Row of each parameter in the matrix; −1 for a fixed one. A common slope has one row. */
interface Slots {
  count: number
  difficulty: Int32Array
  slope: Int32Array
}

function slotsOf(items: number, { slopes, anchors }: CalibrationOptions): Slots {
  const slots = { count: 0, difficulty: new Int32Array(items).fill(-1), slope: new Int32Array(items).fill(-1) }
  for (let item = 0; item < items; item++) {
    if (anchors?.has(item)) continue
    slots.difficulty[item] = slots.count++
    if (slopes === 'each') slots.slope[item] = slots.count++
  }
  if (slopes === 'common' && !anchors?.size) slots.slope.fill(slots.count++)
  return slots
}

function addCrossProducts(work: EmState, slots: Slots, isWhole: boolean, matrix: Float64Array): void {
  const { responses, nodes, logSlopes, difficulties, logOdds } = work
  const count = nodes.length
  const right = logOdds.map((odds) => 1 / (1 + Math.exp(-odds)))
  const posterior = new Float64Array(count)
  const score = new Float64Array(slots.count)
  for (let person = 0; person < responses.persons; person++) {
    posteriorOf(work, person, posterior)
    const weight = responses.weights?.[person] ?? 1
    const touched = new Set<number>()
    for (let at = responses.starts[person]!; at < responses.starts[person + 1]!; at++) {
      const item = responses.item[at]!
      const [slot, slopeSlot] = [slots.difficulty[item]!, slots.slope[item]!]
      if (slot < 0 && slopeSlot < 0) continue
      const slope = Math.exp(logSlopes[item]!)
      let [residuals, moments] = [0, 0]
      for (let node = 0; node < count; node++) {
        const residual = posterior[node]! * (responses.share[at]! - right[item * count + node]!)
        residuals += residual
        moments += residual * (nodes[node]! - difficulties[item]!)
      }
      if (slot >= 0) {
        score[slot]! -= slope * residuals
        touched.add(slot)
      }
      if (slopeSlot >= 0) {
        score[slopeSlot]! += slope * moments
        touched.add(slopeSlot)
      }
      if (!isWhole) addBlock(matrix, item, weight, -slope * residuals, slope * moments)
    }
    const list = [...touched]
    if (isWhole)
      for (const i of list) for (const j of list) matrix[i * slots.count + j]! += weight * score[i]! * score[j]!
    for (const i of list) score[i] = 0
  }
}

function addBlock(matrix: Float64Array, item: number, weight: number, difficulty: number, slope: number): void {
  matrix[item * 3]! += weight * difficulty * difficulty
  matrix[item * 3 + 1]! += weight * difficulty * slope
  matrix[item * 3 + 2]! += weight * slope * slope
}

function addPriorPrecision(slots: Slots, isWhole: boolean, matrix: Float64Array, options: CalibrationOptions): void {
  for (let item = 0; item < slots.difficulty.length; item++) {
    const prior = options.difficultyPriors?.[item]
    const [slot, slopeSlot] = [slots.difficulty[item]!, slots.slope[item]!]
    if (prior && slot >= 0) matrix[isWhole ? slot * (slots.count + 1) : item * 3]! += 1 / prior.deviation ** 2
    if (options.slopePrior && options.slopes === 'each' && slopeSlot >= 0)
      matrix[isWhole ? slopeSlot * (slots.count + 1) : item * 3 + 2]! += 1 / options.slopePrior.deviation ** 2
  }
}

function blockVariances(matrix: Float64Array, slots: Slots, items: number): Float64Array {
  const variances = new Float64Array(slots.count)
  for (let item = 0; item < items; item++) {
    const [difficulty, cross, slope] = matrix.subarray(item * 3, item * 3 + 3) as unknown as [number, number, number]
    const [slot, slopeSlot] = [slots.difficulty[item]!, slots.slope[item]!]
    if (slopeSlot < 0) {
      if (slot >= 0) variances[slot] = 1 / difficulty
      continue
    }
    const determinant = difficulty * slope - cross * cross
    if (slot >= 0) variances[slot] = slope / determinant
    variances[slopeSlot] = difficulty / determinant
  }
  return variances
}

/**
 * Diagonal of the inverse of a symmetric positive matrix by Cholesky; infinite where the answers contain no
 * information.
 */
function diagonalOfInverse(matrix: Float64Array, size: number): Float64Array {
  const lower = matrix.slice()
  const empty = new Uint8Array(size)
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = lower[i * size + j]!
      for (let k = 0; k < j; k++) sum -= lower[i * size + k]! * lower[j * size + k]!
      if (i !== j) lower[i * size + j] = empty[j] ? 0 : sum / lower[j * size + j]!
      else if (sum > 1e-10 * Math.max(1, matrix[i * size + i]!)) lower[i * size + i] = Math.sqrt(sum)
      else {
        empty[i] = 1
        lower[i * size + i] = 1
      }
    }
  }
  const variances = new Float64Array(size)
  const column = new Float64Array(size)
  for (let at = 0; at < size; at++) {
    // Column of the inverse of the lower triangle: its squares add to the variances of all rows above.
    column.fill(0)
    column[at] = 1 / lower[at * size + at]!
    for (let i = at + 1; i < size; i++) {
      let sum = 0
      for (let k = at; k < i; k++) sum -= lower[i * size + k]! * column[k]!
      column[i] = sum / lower[i * size + i]!
    }
    for (let i = at; i < size; i++) variances[at]! += column[i]! ** 2
  }
  for (let i = 0; i < size; i++) if (empty[i]) variances[i] = Number.POSITIVE_INFINITY
  return variances
}
