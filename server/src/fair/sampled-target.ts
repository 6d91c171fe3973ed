import { setImmediate } from 'node:timers/promises'
import { FormAssembler } from './assemble'
import type { Blueprint, Candidate } from './blueprint'
import { averageTarget, type Target, targetOf } from './curves'

const samples = 40
/** Every form is within these tolerances, so the first draw that keeps the rules is taken. */
const anything = { scoreTolerance: 1e6, errorTolerance: 1e6 }

/**
 * The average of random forms that keep the bounds of the tags: bounds move it away from `averageTarget`, for example
 * if the questions of one knowledge point are hard. Returns null if no form keeps the rules. Yields to other requests
 * after each form.
 */
export async function sampledTarget(
  candidates: Candidate[],
  blueprint: Blueprint,
  seed: number,
): Promise<Target | null> {
  const free = { ...anything, maxOverlap: Number.MAX_SAFE_INTEGER, maxUses: samples }
  const assembler = new FormAssembler(candidates, blueprint, averageTarget(candidates, blueprint), free, seed)
  let drawn = 0
  while (drawn < samples && assembler.next()) {
    drawn++
    await setImmediate()
  }
  if (drawn === 0) return null
  const uses = assembler.exposure()
  return targetOf(candidates, (_, at) => uses[at]! / drawn)
}
