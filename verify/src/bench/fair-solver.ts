import loadHighs from 'highs'
import type { Blueprint, Candidate } from '../../../server/src/fair/blueprint'
import { comparedAbilities, type Target } from '../../../server/src/fair/curves'
import { itemInformation, probability } from '../../../server/src/fair/model'

/** Loads HiGHS, compiled to WebAssembly. */
export const loadSolver = () => loadHighs()
type Solver = Awaited<ReturnType<typeof loadSolver>>

/**
 * Assembles one form by integer programming: the largest difference from the target, in units of the tolerances, is
 * minimal (van der Linden 2005, minimax). Returns the indexes of its questions; null if the solver found none in time.
 */
export function solveForm(
  solver: Solver,
  candidates: Candidate[],
  blueprint: Blueprint,
  target: Target,
  tolerances: { score: number; error: number; seconds: number },
): number[] | null {
  const maximum = candidates[0]!.points * [...blueprint.cells.values()].reduce((sum, count) => sum + count, 0)
  const rows: string[] = []
  const sumOf = (weights: [number, number][]) =>
    weights.map(([item, weight]) => `${weight < 0 ? '-' : '+'} ${Math.abs(weight).toFixed(9)} x${item}`).join('\n ')
  const addBounds = (name: string, weightOf: (one: Candidate) => number, goal: number, unit: number) => {
    const sum = sumOf(candidates.map((one, item) => [item, weightOf(one) / unit]))
    rows.push(
      `${name}u: ${sum} - y <= ${(goal / unit).toFixed(9)}`,
      `${name}l: ${sum} + y >= ${(goal / unit).toFixed(9)}`,
    )
  }
  for (const [at, ability] of comparedAbilities.entries()) {
    const information = target.information[at]!
    addBounds(
      `s${at}`,
      (one) => one.points * probability(one, ability),
      target.expected[at]!,
      maximum * tolerances.score,
    )
    addBounds(`i${at}`, (one) => itemInformation(one, ability), information, 2 * tolerances.error * information)
  }
  const having = (has: (one: Candidate) => boolean) =>
    candidates.flatMap((one, item) => (has(one) ? [`x${item}`] : [])).join(' + ')
  for (const [n, [cell, count]] of [...blueprint.cells].entries())
    rows.push(`c${n}: ${having((one) => one.cell === cell)} = ${count}`)
  for (const [n, [tag, { min, max }]] of [...blueprint.tagBounds].entries()) {
    const sum = having((one) => one.tags.includes(tag))
    rows.push(`t${n}u: ${sum} <= ${max}`, `t${n}l: ${sum} >= ${min}`)
  }
  for (const [n, group] of [...new Set(candidates.flatMap(({ enemies }) => enemies))].entries())
    rows.push(`e${n}: ${having(({ enemies }) => enemies.includes(group))} <= 1`)
  const names = candidates.map((_, item) => ` x${item}`).join('\n')
  const problem = `Minimize\n obj: y\nSubject To\n ${rows.join('\n ')}\nBinary\n${names}\nEnd\n`
  const { Columns } = solver.solve(problem, { time_limit: tolerances.seconds, output_flag: false })
  const chosenShare = (item: number) => {
    const column = Columns[`x${item}`]
    return column && 'Primal' in column ? column.Primal : 0
  }
  const items = candidates.flatMap((_, item) => (chosenShare(item) > 0.5 ? [item] : []))
  return items.length * candidates[0]!.points === maximum ? items : null
}
