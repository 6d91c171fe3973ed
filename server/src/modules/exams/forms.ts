import { setImmediate } from 'node:timers/promises'
import type { FormsSummary, PaperRules } from '@dxx/contract/calls/staff/exam-shapes'
import { levelDifficulties } from '@dxx/contract/rules/item-statistics'
import type { Db } from '../../db/connection'
import type { Conversion, ExamForms, PaperSection } from '../../db/schema/exams'
import { FormAssembler } from '../../fair/assemble'
import { type Blueprint, type Candidate, sizeOf } from '../../fair/blueprint'
import { averageTarget, comparedAbilities } from '../../fair/curves'
import { linearConversion } from '../../fair/equate'
import { abilityError, expectedScore } from '../../fair/model'
import { sampledTarget } from '../../fair/sampled-target'
import { scoreMoments } from '../../fair/score-distribution'
import { PlanError } from './publish'
import { drawnTagBounds } from './tag-bounds'

/** Papers per exam: enough that neighbours differ, few enough that each is cached as text. */
export const mostForms = 40

/** Differences that the search aims at, half of the ranges that the benchmark allows (docs/decisions/0060-fair-papers.md). */
const tolerances = { scoreTolerance: 0.0045, errorTolerance: 0.0225 }

/** A question of the pool in the order of the exam. */
export interface PoolQuestion {
  versionId: number
  /** Hundredths of a point. */
  score: number
  /** Groups of questions of which a paper has at most one, if the pool allows it. */
  enemies: string[]
  /** Groups set by staff, which always hold. */
  setEnemies: string[]
}

/** Questions of one paper of an earlier exam, by version id as in the pool. */
type EarlierPaper = ReadonlySet<number>

interface PoolItem extends Candidate {
  position: number
  setEnemies: string[]
}

interface Row {
  versionId: number
  level: number
  type: string
  chapter: number | null
  tags: string[]
  difficulty: number | null
  discrimination: number | null
}

async function readItems(db: Db, pool: PoolQuestion[]): Promise<Map<number, Row>> {
  const rows = await db
    .selectFrom('question_versions as v')
    .innerJoin('questions as q', 'q.uid', 'v.question_uid')
    .leftJoin('item_parameters as p', 'p.version_id', 'v.id')
    .select(['v.id as versionId', 'q.difficulty as level', 'q.type', 'q.chapter_id as chapter', 'q.tags'])
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
  { earlier = [], ...drawing }: Omit<Drawing, 'earlier'> & { earlier?: EarlierPaper[] },
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
    for (const [i, { score, enemies, setEnemies }] of sectionPool.entries()) {
      const { level, difficulty, discrimination, tags } = rows[i]!
      const item: PoolItem = {
        position: from + i,
        points: score,
        difficulty: difficulty ?? levelDifficulties[level - 1] ?? 0,
        discrimination: discrimination ?? 1,
        cell: cells ? `${at} ${cells.cellAt[i]}` : '',
        tags,
        enemies: [...setEnemies, ...enemies],
        setEnemies,
      }
      ;(cells ? items : fixed).push(item)
    }
    from += section.count
  }
  const { rules } = drawing
  // A bound without numbers was chosen and not filled in yet.
  const bounds = (rules?.tags ?? []).filter(({ min, max }) => min !== null || max !== null)
  blueprint.tagBounds = drawnTagBounds(bounds, fixed, items, blueprint.cells)
  const indexes = earlier.map((paper) =>
    items.flatMap((item, at) => (paper.has(pool[item.position]!.versionId) ? [at] : [])),
  )
  const drawn = await drawAll(items, blueprint, { ...drawing, earlier: indexes })
  const papers = drawn.map((chosen) => [...fixed, ...chosen].sort((a, b) => a.position - b.position))
  return {
    lists: papers.map((paper) => paper.map(({ position }) => position)),
    ...compare(papers, items, drawn),
    ...(rules && { rules }),
    ...(rules?.equated && { equating: conversionsOf(papers) }),
  }
}

interface Drawing {
  count: number
  seed: number
  rules?: PaperRules
  /** Drawn questions of each paper of the classes' earlier exams, as indexes. */
  earlier: number[][]
}

/** Refuses an exposure below the average: with 10 of 30 questions drawn, one is on a third of the papers. */
function refuseTooLittleExposure(items: PoolItem[], blueprint: Blueprint, maxUses: number, count: number): void {
  const { cells, tagBounds } = blueprint
  for (const [cell, drawn] of cells) {
    const offered = items.filter((item) => item.cell === cell).length
    const least = Math.ceil((drawn * count) / offered)
    if (maxUses < least)
      throw new PlanError(
        `同一章同一题型的 ${offered} 题里每人抽 ${drawn} 题，一题至少要在 ${Math.ceil((least / count) * 100)}% 的卷子里：请放宽“一题最多在百分之几的卷子里”，或多加备选题`,
      )
  }
  for (const [tag, { min }] of tagBounds) {
    const least = Math.ceil((min * count) / countTagged(items, tag))
    if (maxUses < least)
      throw new PlanError(
        `知识点“${tag}”的备选题不够，一题至少要在 ${Math.ceil((least / count) * 100)}% 的卷子里：请放宽“一题最多在百分之几的卷子里”，或多加这个知识点的备选题`,
      )
  }
}

const countTagged = (items: PoolItem[], tag: string) => items.filter(({ tags }) => tags.includes(tag)).length

/** Papers that contain the same question in an even draw: on average, or more for a knowledge point with few questions. */
function evenUses(items: PoolItem[], blueprint: Blueprint, count: number): number {
  const shares = [...blueprint.tagBounds].map(([tag, { min }]) => (min === 0 ? 0 : min / countTagged(items, tag)))
  return count * Math.max(sizeOf(blueprint) / items.length, ...shares)
}

/**
 * Draws the papers. Bounds on overlap and use that staff set always hold. The others are relaxed by one if the next paper
 * cannot be drawn.
 */
async function drawAll(items: PoolItem[], blueprint: Blueprint, drawing: Drawing): Promise<PoolItem[][]> {
  const { count, seed, rules, earlier } = drawing
  const size = sizeOf(blueprint)
  const hasNearDuplicates = items.some(({ enemies, setEnemies }) => enemies.length > setEnemies.length)
  // With more enemies than other questions no paper can be drawn, for example from variants of one question.
  const drawWithNearDuplicates = () =>
    drawAll(
      items.map((item) => ({ ...item, enemies: item.setEnemies })),
      blueprint,
      drawing,
    )
  const target =
    blueprint.tagBounds.size === 0 ? averageTarget(items, blueprint) : await sampledTarget(items, blueprint, seed)
  if (!target) {
    if (hasNearDuplicates) return drawWithNearDuplicates()
    throw new PlanError('这些知识点的题数不能在一份卷里同时做到：请放宽几个，或多加备选题')
  }
  const isSet = { overlap: rules?.overlap != null, exposure: rules?.exposure != null }
  // Starts with the average overlap of random draws, with some margin for the search.
  let maxOverlap = isSet.overlap
    ? Math.floor(rules!.overlap! * size)
    : Math.ceil((1.3 * size * size) / items.length) + 1
  let maxUses = isSet.exposure
    ? Math.floor(rules!.exposure! * count)
    : Math.ceil(1.3 * evenUses(items, blueprint, count)) + 1
  if (isSet.exposure) refuseTooLittleExposure(items, blueprint, maxUses, count)
  const bounds = () => ({ ...tolerances, maxOverlap, maxUses })
  const begin = (from: number): FormAssembler => {
    const assembler = new FormAssembler(items, blueprint, target, bounds(), from)
    if (rules?.repeated != null) for (const paper of earlier) assembler.avoid(paper, Math.floor(rules.repeated * size))
    return assembler
  }
  let assembler = begin(seed)
  let failures = 0
  const lists: number[][] = []
  while (lists.length < count) {
    const form = assembler.next()
    if (form) lists.push(form.items)
    else {
      failures++
      if (!isSet.overlap) maxOverlap++
      if (!isSet.exposure) maxUses++
      const isRelaxed = (isSet.overlap || maxOverlap > size) && (isSet.exposure || maxUses > count)
      if (isRelaxed && failures > mostFailures) break
      assembler = begin(seed + failures)
      for (const list of lists) assembler.add(list)
    }
    await setImmediate()
  }
  if (lists.length === 0 && hasNearDuplicates) return drawWithNearDuplicates()
  if (lists.length < (rules ? count : 1))
    throw new PlanError(
      `按“每人一卷”的规则只抽得出 ${lists.length} 份不同的卷子，要 ${count} 份：请放宽重复的上限或知识点的题数、减少互斥题，或多加备选题`,
    )
  return lists.map((list) => list.map((at) => items[at]!))
}

/** Failed draws with all bounds relaxed as far as they may be, after which no further paper is drawn. */
const mostFailures = 4

/**
 * Converts the totals of each paper to the scale of the average paper: the same number of standard deviations from the
 * mean, in a standard normal population. Rounded, so that a student can repeat the calculation.
 */
function conversionsOf(papers: PoolItem[][]): Conversion[] {
  const moments = papers.map((paper) => scoreMoments(paper))
  const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const scale = {
    mean: average(moments.map(({ mean }) => mean)),
    deviation: average(moments.map(({ deviation }) => deviation)),
  }
  return moments.map((from) => {
    const slope = Math.round(linearConversion(from, scale).slope * 10_000) / 10_000
    return { slope, intercept: Math.round(scale.mean - slope * from.mean) }
  })
}

/** Summary for staff of how much the papers of an exam differ. */
export const summariseForms = (forms: ExamForms | null, count = forms?.lists.length ?? 0): FormsSummary | null => {
  if (!forms) return null
  const { lists: _, rules: __, equating, ...differences } = forms
  return { ...differences, equated: equating !== undefined, count }
}

function compare(
  papers: PoolItem[][],
  items: PoolItem[],
  drawn: PoolItem[][],
): Omit<ExamForms, 'lists' | 'rules' | 'equating'> {
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
