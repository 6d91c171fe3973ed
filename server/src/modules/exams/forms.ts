import { setImmediate } from 'node:timers/promises'
import type { FormsSummary } from '@dxx/contract/calls/staff/exam-shapes'
import { levelDifficulties } from '@dxx/contract/rules/item-statistics'
import type { Db } from '../../db/connection'
import type { ExamForms, PaperSection } from '../../db/schema/exams'
import { averageTarget, comparedAbilities, FormAssembler } from '../../fair/assemble'
import type { Blueprint, Candidate } from '../../fair/blueprint'
import { abilityError, expectedScore } from '../../fair/model'

/** Papers per exam: enough that neighbours differ, few enough that each is cached as text. */
export const mostForms = 40

/** Differences that the search aims at, half of the ranges that the benchmark allows (docs/decisions/0060-fair-papers.md). */
const tolerances = { scoreTolerance: 0.0045, errorTolerance: 0.0225 }

/** A question of the pool in the order of the exam. */
export interface PoolQuestion {
  versionId: number
  /** Hundredths of a point. */
  score: number
  /** Groups of questions of which a paper has at most one. */
  enemies: string[]
}

interface PoolItem extends Candidate {
  position: number
}

interface Row {
  versionId: number
  level: number
  type: string
  chapter: number | null
  difficulty: number | null
  discrimination: number | null
}

async function readItems(db: Db, pool: PoolQuestion[]): Promise<Map<number, Row>> {
  const rows = await db
    .selectFrom('question_versions as v')
    .innerJoin('questions as q', 'q.uid', 'v.question_uid')
    .leftJoin('item_parameters as p', 'p.version_id', 'v.id')
    .select(['v.id as versionId', 'q.difficulty as level', 'q.type', 'q.chapter_id as chapter'])
    .select(['p.difficulty', 'p.discrimination'])
    .where(
      'v.id',
      'in',
      pool.map(({ versionId }) => versionId),
    )
    .execute()
  return new Map(rows.map((row) => [row.versionId, row]))
}

/**
 * Cells of a section: by type and chapter, if every chapter gives at least one question to each paper; otherwise by
 * type; otherwise the whole section is one cell. The questions to draw are divided among the cells in proportion to
 * their sizes (largest remainder).
 */
function cellsOf(rows: Row[], draw: number): { cellAt: string[]; counts: Map<string, number> } {
  const keys = [(row: Row) => `${row.type} ${row.chapter}`, (row: Row) => row.type, () => 'all']
  for (const [level, key] of keys.entries()) {
    const sizes = new Map<string, number>()
    for (const row of rows) sizes.set(key(row), (sizes.get(key(row)) ?? 0) + 1)
    const quotas = [...sizes].map(([cell, size]) => ({ cell, quota: (draw * size) / rows.length }))
    if (level < keys.length - 1 && quotas.some(({ quota }) => quota < 1)) continue
    const counts = new Map(quotas.map(({ cell, quota }) => [cell, Math.floor(quota)]))
    const left = draw - [...counts.values()].reduce((sum, count) => sum + count, 0)
    const byRemainder = quotas.toSorted((a, b) => (b.quota % 1) - (a.quota % 1))
    for (const { cell } of byRemainder.slice(0, left)) counts.set(cell, counts.get(cell)! + 1)
    return { cellAt: rows.map(key), counts }
  }
  throw new RangeError('a section without questions')
}

/**
 * Draws the papers of an exam from its pool. From sections without `draw`, each paper gets all questions; from other
 * sections, questions for which expected score and precision are the same on all papers at every ability. Questions
 * without a calibration have the difficulty of their author's level. Yields to other requests after each paper.
 */
export async function assembleForms(
  db: Db,
  pool: PoolQuestion[],
  sections: PaperSection[],
  { count, seed }: { count: number; seed: number },
): Promise<ExamForms> {
  const known = await readItems(db, pool)
  const items: PoolItem[] = []
  const fixed: PoolItem[] = []
  const blueprint: Blueprint = { cells: new Map(), tagBounds: new Map() }
  let from = 0
  for (const [at, section] of sections.entries()) {
    const sectionPool = pool.slice(from, from + section.count)
    const rows = sectionPool.map(({ versionId }) => known.get(versionId)!)
    const isDrawn = section.draw !== undefined && section.draw < sectionPool.length
    const cells = isDrawn ? cellsOf(rows, section.draw!) : null
    for (const [cell, drawn] of cells?.counts ?? []) blueprint.cells.set(`${at} ${cell}`, drawn)
    for (const [i, { score, enemies }] of sectionPool.entries()) {
      const { level, difficulty, discrimination } = rows[i]!
      const item: PoolItem = {
        position: from + i,
        points: score,
        difficulty: difficulty ?? levelDifficulties[level - 1] ?? 0,
        discrimination: discrimination ?? 1,
        cell: cells ? `${at} ${cells.cellAt[i]}` : '',
        tags: [],
        enemies,
      }
      ;(cells ? items : fixed).push(item)
    }
    from += section.count
  }
  const drawn = await drawAll(items, blueprint, count, seed)
  const papers = drawn.map((chosen) => [...fixed, ...chosen].sort((a, b) => a.position - b.position))
  return { lists: papers.map((paper) => paper.map(({ position }) => position)), ...compare(papers, items, drawn) }
}

/** Draws the papers. If the next paper cannot be drawn, the bounds on overlap and use are relaxed by one. */
async function drawAll(items: PoolItem[], blueprint: Blueprint, count: number, seed: number): Promise<PoolItem[][]> {
  const size = [...blueprint.cells.values()].reduce((sum, one) => sum + one, 0)
  const target = averageTarget(items, blueprint)
  // Starts with the average overlap of random draws, with some margin for the search.
  let maxOverlap = Math.ceil((1.3 * size * size) / items.length) + 1
  let maxUses = Math.ceil((1.3 * count * size) / items.length) + 1
  const rules = () => ({ ...tolerances, maxOverlap, maxUses })
  let assembler = new FormAssembler(items, blueprint, target, rules(), seed)
  const lists: number[][] = []
  while (lists.length < count) {
    const form = assembler.next()
    if (form) lists.push(form.items)
    else {
      maxOverlap++
      maxUses++
      if (maxOverlap > size && maxUses > count) break
      assembler = new FormAssembler(items, blueprint, target, rules(), seed + maxOverlap)
      for (const list of lists) assembler.add(list)
    }
    await setImmediate()
  }
  // With more enemies than other questions no paper can be drawn, for example from variants of one question.
  if (lists.length === 0)
    return drawAll(
      items.map((item) => ({ ...item, enemies: [] })),
      blueprint,
      count,
      seed,
    )
  return lists.map((list) => list.map((at) => items[at]!))
}

/** Summary for staff of how much the papers of an exam differ. */
export const summariseForms = (forms: ExamForms | null, count = forms?.lists.length ?? 0): FormsSummary | null => {
  if (!forms) return null
  const { lists: _, ...differences } = forms
  return { ...differences, count }
}

function compare(papers: PoolItem[][], items: PoolItem[], drawn: PoolItem[][]): Omit<ExamForms, 'lists'> {
  const maximum = papers[0]!.reduce((sum, { points }) => sum + points, 0)
  const range = (values: number[]) => Math.max(...values) - Math.min(...values)
  let [scoreRange, errorRange, overlap] = [0, 0, 0]
  for (const ability of comparedAbilities) {
    scoreRange = Math.max(scoreRange, range(papers.map((paper) => expectedScore(paper, ability))) / maximum)
    const errors = papers.map((paper) => abilityError(paper, ability))
    errorRange = Math.max(errorRange, range(errors) / Math.min(...errors))
  }
  const sets = drawn.map((paper) => new Set(paper.map(({ position }) => position)))
  for (const [i, one] of sets.entries())
    for (const other of sets.slice(i + 1))
      overlap = Math.max(overlap, [...one].filter((position) => other.has(position)).length)
  const exposure =
    Math.max(...items.map(({ position }) => sets.filter((set) => set.has(position)).length)) / sets.length
  return { scoreRange, errorRange, overlap, drawn: sets[0]!.size, exposure }
}
