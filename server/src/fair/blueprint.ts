import type { ScoredItem } from './model'

/** A question that a form may contain. */
export interface Candidate extends ScoredItem {
  /** Cell of the blueprint: questions of one cell replace one another, for example one chapter, type and points. */
  cell: string
  /** Knowledge points and other labels with bounds. */
  tags: string[]
  /** Questions that share an enemy group are never on the same form, for example one gives away the other's answer. */
  enemies: string[]
}

export interface Blueprint {
  /** Number of questions per cell. */
  cells: Map<string, number>
  /** Bounds on the number of questions with a tag. */
  tagBounds: Map<string, { min: number; max: number }>
}

export const sizeOf = ({ cells }: Blueprint) => [...cells.values()].reduce((sum, count) => sum + count, 0)

/** Reasons why no form can exist, by cell; empty if the cells have enough questions. */
export function missingQuestions(candidates: Candidate[], { cells }: Blueprint): { cell: string; missing: number }[] {
  const offered = new Map<string, number>()
  for (const { cell } of candidates) offered.set(cell, (offered.get(cell) ?? 0) + 1)
  return [...cells].flatMap(([cell, count]) => {
    const missing = count - (offered.get(cell) ?? 0)
    return missing > 0 ? [{ cell, missing }] : []
  })
}

/** Number of broken rules of a form: pairs of enemies, and questions above or below the bounds of a tag. */
export function brokenRules(form: Candidate[], { cells, tagBounds }: Blueprint): number {
  const [groups, tags, counts] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()]
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
  for (const one of form) {
    add(counts, one.cell)
    for (const group of one.enemies) add(groups, group)
    for (const tag of one.tags) add(tags, tag)
  }
  let broken = 0
  for (const [cell, count] of cells) broken += Math.abs((counts.get(cell) ?? 0) - count)
  for (const count of groups.values()) broken += count - 1
  for (const [tag, { min, max }] of tagBounds) {
    const count = tags.get(tag) ?? 0
    broken += Math.max(0, min - count) + Math.max(0, count - max)
  }
  return broken
}
