import type { ChapterRow } from '@dxx/contract/calls/catalogue'
import type { TestRow } from '@dxx/contract/calls/questions'

/** How well a part of a textbook is known. */
export type MasteryLevel = 'none' | 'begun' | 'fair' | 'good'

export interface PartMastery {
  id: string
  title: string
  /** Share of the part that was read, in percent. */
  read: number
  /** Best result of the test at its end, in percent; null if it has none or it was not taken. */
  test: number | null
  hasTest: boolean
  locked: boolean
  /** Code cells that ran without an error on this device. */
  cells: number
  /** First chapter that is not finished, otherwise the first one. */
  next: string | undefined
  level: MasteryLevel
  chapters: { id: string; title: string; percent: number; cells: number; locked: boolean }[]
}

/** Mastery of each part of a book. The result of its test decides; without a test, reading and running count. */
export function masteryOf(
  rows: readonly ChapterRow[],
  tests: readonly TestRow[],
  cells: ReadonlyMap<string, number>,
): PartMastery[] {
  const parts: { row: ChapterRow | null; chapters: ChapterRow[] }[] = []
  for (const row of rows) {
    if (row.kind === 'part') parts.push({ row, chapters: [] })
    else if (row.kind === 'text') {
      if (parts.length === 0) parts.push({ row: null, chapters: [] })
      parts.at(-1)!.chapters.push(row)
    }
  }
  return parts
    .filter(({ chapters }) => chapters.length > 0)
    .map(({ row, chapters }) => partOf(row, chapters, tests, cells))
}

function partOf(
  row: ChapterRow | null,
  chapters: readonly ChapterRow[],
  tests: readonly TestRow[],
  cells: ReadonlyMap<string, number>,
): PartMastery {
  const found = tests.find(({ id }) => id === row?.id)
  const percentOf = ({ done, percent }: ChapterRow) => (done ? 100 : percent)
  const read = Math.round(chapters.reduce((sum, one) => sum + percentOf(one), 0) / chapters.length)
  const test = found?.best ? Math.round((found.best.score / Math.max(1, found.best.maxScore)) * 100) : null
  const ran = chapters.reduce((sum, { id }) => sum + (cells.get(id) ?? 0), 0)
  return {
    id: row?.id ?? chapters[0]!.id,
    title: row?.title ?? chapters[0]!.title,
    read,
    test,
    hasTest: found !== undefined,
    locked: found?.locked ?? false,
    cells: ran,
    next: (chapters.find((one) => percentOf(one) < 100) ?? chapters[0])?.id,
    level: levelOf(read, test, found !== undefined, ran),
    chapters: chapters.map((one) => ({
      id: one.id,
      title: one.title,
      percent: percentOf(one),
      cells: cells.get(one.id) ?? 0,
      locked: one.locked,
    })),
  }
}

const passing = 60
const excellent = 85

function levelOf(read: number, test: number | null, hasTest: boolean, cells: number): MasteryLevel {
  if (test !== null) return test >= excellent ? 'good' : test >= passing ? 'fair' : 'begun'
  if (read >= 100) return hasTest ? 'fair' : 'good'
  return read > 0 || cells > 0 ? 'begun' : 'none'
}
