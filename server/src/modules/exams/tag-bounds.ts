import type { TagBound } from '@dxx/contract/calls/staff/exam-shapes'
import type { Blueprint } from '../../fair/blueprint'
import { PlanError } from './publish'

interface TaggedQuestion {
  cell: string
  tags: string[]
}

/**
 * Bounds of the drawn questions per knowledge point: questions that are on every paper count as well, so they are
 * subtracted. Throws PlanError for a bound that no paper can keep.
 */
export function drawnTagBounds(
  bounds: readonly TagBound[],
  fixed: readonly TaggedQuestion[],
  drawn: readonly TaggedQuestion[],
  cells: Blueprint['cells'],
): Blueprint['tagBounds'] {
  return new Map(
    bounds.map((bound) => {
      const { tag, min, max } = bound
      const given = fixed.filter(({ tags }) => tags.includes(tag)).length
      const { least, most } = reachable(tag, drawn, cells)
      refuseImpossible(bound, { least: given + least, most: given + most })
      return [tag, { min: Math.max(0, (min ?? 0) - given), max: max === null ? drawn.length : max - given }]
    }),
  )
}

/** Smallest and largest number of questions with a tag that the cells allow. */
function reachable(tag: string, drawn: readonly TaggedQuestion[], cells: Blueprint['cells']) {
  let [least, most] = [0, 0]
  for (const [cell, count] of cells) {
    const offered = drawn.filter((one) => one.cell === cell)
    const tagged = offered.filter(({ tags }) => tags.includes(tag)).length
    least += Math.max(0, count - (offered.length - tagged))
    most += Math.min(count, tagged)
  }
  return { least, most }
}

function refuseImpossible({ tag, min, max }: TagBound, { least, most }: { least: number; most: number }): void {
  const name = `知识点“${tag}”`
  if (min !== null && max !== null && min > max)
    throw new PlanError(`${name}每卷至少 ${min} 题、最多 ${max} 题：最少的不能比最多的大`)
  if (min !== null && min > most)
    throw new PlanError(`${name}每卷要至少 ${min} 题，最多只能有 ${most} 题：请改少，或多加这个知识点的备选题`)
  if (max !== null && max < least)
    throw new PlanError(`${name}每卷最多 ${max} 题，可是每卷至少会有 ${least} 题：请改多，或多加别的知识点的备选题`)
}
