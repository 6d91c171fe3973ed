import { isDeepStrictEqual } from 'node:util'
import type { CurriculumKind } from '@dxx/contract/shapes'
import type { Db } from '../../db/connection'
import type { SourceQuestion } from '../../questions/rubric'
import { writeMarkdown } from './export/markdown'
import type { FileImport } from './file-report'
import { readWrittenQuestion } from './markdown'
import { listProtectedQuestions, type ProtectedQuestion } from './protected-questions'
import type { Reading } from './reading'

type Accepted = Extract<Reading, { balance: unknown }>

/** Facts of the database that decide about the questions of a file. */
export interface KnownQuestions {
  kind: CurriculumKind
  /** Slugs of questions from other files. */
  others: ReadonlySet<string>
  /** Slugs of chapters by slug and title. */
  titles: ReadonlyMap<string, string>
  /** Chapter for questions that name none. */
  chapter?: string
  held: ReadonlyMap<string, ProtectedQuestion>
}

type KnownTarget = Pick<FileImport, 'db' | 'to' | 'chapter' | 'takeFiles' | 'now'> & {
  curriculumId: number
  origin: string
  titles: ReadonlyMap<string, string>
}

export async function knownQuestions(target: KnownTarget): Promise<KnownQuestions> {
  const { db, to, curriculumId, origin, titles, chapter } = target
  const others = await slugsOfOthers(db, curriculumId, origin)
  return {
    kind: to.kind,
    others,
    titles,
    chapter,
    held: await listProtectedQuestions(db, { ...to, curriculumId, origin }, target),
  }
}

/** Chapter of a question of a file. */
export const placeOf = (reading: Accepted, { titles, chapter }: KnownQuestions) =>
  chapterOf(reading, titles) ?? chapter ?? null

/** Returns the question of the database that stays instead of the one in the file, if both differ. */
export function heldInstead(reading: Accepted, known: KnownQuestions): ProtectedQuestion | null {
  const protectedQuestion = known.held.get(reading.question.slug)
  if (!protectedQuestion?.stored) return protectedQuestion ?? null
  const { markdown } = asWritten({ ...reading.question, chapter: placeOf(reading, known) }, known.kind)
  return asWritten(protectedQuestion.stored.question, known.kind).markdown === markdown ? null : protectedQuestion
}

/** Maps titles and slugs of chapters to their slugs. */
export async function chapterTitles(db: Db, curriculumId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('chapters')
    .select(['slug', 'title'])
    .where('curriculum_id', '=', curriculumId)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ slug, title }) => [[title, slug] as const, [slug, slug] as const]))
}

async function slugsOfOthers(db: Db, curriculumId: number, origin: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('questions')
    .select('slug')
    .where('curriculum_id', '=', curriculumId)
    .where('origin', '<>', origin)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

/** Why a question of a file cannot be imported; null if nothing prevents it. */
export function refusalOf(reading: Reading, { others, titles }: KnownQuestions): string | null {
  const { question } = reading
  if (!question) return reading.reason
  if (others.has(question.slug)) return `编号 ${question.slug} 已经有了，来自别的文件`
  if (question.chapter && ![...titles.values()].includes(question.chapter)) return `没有章节 ${question.chapter}`
  return null
}

/**
 * Writes a question as Markdown and reads it back, so that importing an export gives the same version. Also returns the
 * Markdown: only questions of a bank name their chapter there.
 */
export function asWritten(question: SourceQuestion, kind: string): { question: SourceQuestion; markdown: string } {
  const written = writeMarkdown(question)
  const again = readWrittenQuestion(written)
  return {
    question: again && isDeepStrictEqual(again, question) ? again : question,
    markdown: kind === 'bank' || question.chapter === null ? written : writeMarkdown({ ...question, chapter: null }),
  }
}

/** Returns the chapter that the question names, else the chapter named like its category or the end of the category. */
function chapterOf({ question, category }: Accepted, titles: ReadonlyMap<string, string>): string | null {
  return question.chapter ?? titles.get(category) ?? titles.get(category.split('/').at(-1) ?? '') ?? null
}
