import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Storage } from '../../adapters/storage/storage'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import type { SourceQuestion } from '../../questions/rubric'
import { addBalance, type Balance, noBalance } from '../../text/balance'
import type { Renderer } from '../../text/renderer'
import { lockKey } from '../import'
import { Stage } from '../stage'
import { type CompileContext, compileQuestion } from './compile'
import { writeMarkdown } from './export/markdown'
import { storeQuestionImage } from './image'
import { storeOriginals, writeImportedSources } from './imported'
import { UnreadableFile } from './input'
import { readMarkdown } from './markdown'
import { writePaper } from './paper'
import { type ReadableFormat, readQuestionFile } from './read-file'
import type { Images, Paper, Reading } from './reading'
import { QuestionStage } from './stage'
import { fileOrigin, writeQuestions } from './write'

export interface FileImport {
  db: Db
  storage: Storage
  renderer: Renderer
  path: string
  format?: ReadableFormat
  /** Target curriculum of the questions. */
  to: { kind: CurriculumKind; slug: string }
  /** Chapter for questions that name no chapter. */
  chapter?: string
  /** Whether to remove questions of an earlier import of this file that the file no longer contains. */
  remove?: boolean
  now: number
}

type Accepted = Extract<Reading, { balance: unknown }>

export interface FileReport {
  imported: number
  /** Rejected items with reasons. */
  refused: { line: number; item: string; reason: string }[]
  /** Import warnings of accepted items. */
  notes: { line: number; item: string; note: string }[]
  /** Slugs of questions of an earlier import of this file that the file no longer contains and that were kept. */
  kept: string[]
  removed: string[]
  /** Counts of content in the imported questions: in the file, and imported. */
  balance: Balance
  /** Tests in the file, written as exam files (YAML) that staff must complete. */
  papers: { title: string; sections: number; yaml: string }[]
}

/**
 * Imports a file of questions in any format: writes all valid questions together and reports the others.
 * Importing the file again updates its questions; questions missing by then are kept unless `remove` is set.
 */
export async function importQuestionFile(options: FileImport): Promise<FileReport> {
  const { db, storage, path, to, chapter, now, remove = false } = options
  const curriculum = await db
    .selectFrom('curricula')
    .select('id')
    .where('kind', '=', to.kind)
    .where('slug', '=', to.slug)
    .executeTakeFirst()
  if (!curriculum) throw new UnreadableFile(`没有 ${to.kind}/${to.slug}，请先用 npm run content 导入它`)
  const titles = await chapterTitles(db, curriculum.id)
  const chapters = new Set(titles.values())
  if (chapter && !chapters.has(chapter)) throw new UnreadableFile(`${to.kind}/${to.slug} 里没有章节 ${chapter}`)
  const name = basename(path)
  const origin = fileOrigin(name)
  const others = await slugsOfOthers(db, curriculum.id, origin)
  const report: FileReport = {
    imported: 0,
    refused: [],
    notes: [],
    kept: [],
    removed: [],
    balance: noBalance(),
    papers: [],
  }
  const papers: Paper[] = []
  const slugByFile = new Map<string, string>()
  const originals: { path: string; mediaKey: string }[] = []
  const present = new Set<string>()
  const stage = await Stage.open()
  try {
    const questions = new QuestionStage(stage.newFile())
    for await (const reading of readQuestionFile(path, options.format)) {
      if (!reading.question && reading.paper) {
        papers.push(reading.paper)
        continue
      }
      const reason = refusalOf(reading, others, chapters)
      const { line, item } = reading
      if (reason !== null) report.refused.push({ line, item, reason })
      if (reason !== null || !reading.question) continue
      const flaws: string[] = []
      const context = contextOf(options, reading.images, (level, text) => {
        if (level === 'error') flaws.push(text)
        else report.notes.push({ line, item, note: text })
      })
      const placed = chapterOf(reading, titles) ?? chapter ?? null
      if (reading.category !== '' && placed === null)
        report.notes.push({ line, item, note: `没有名为“${reading.category}”的章节，没有归入章节` })
      const named = asWritten({ ...reading.question, chapter: placed })
      const compiled = await compileQuestion(context, named)
      if (flaws.length > 0) report.refused.push({ line, item, reason: flaws.join('；') })
      else {
        for (const note of reading.notes) report.notes.push({ line, item, note })
        addBalance(report.balance, reading.balance)
        await questions.add(compiled)
        present.add(named.slug)
        if (reading.file !== undefined) slugByFile.set(reading.file, named.slug)
        originals.push(...(await storeOriginals(storage, name, named.slug, reading.images)))
      }
    }
    await questions.end()
    report.imported = questions.count
    report.papers = papers.map((paper) => ({
      title: paper.title,
      sections: paper.sections.length,
      yaml: writePaper(paper, `${to.kind}/${to.slug}`, (file) => slugByFile.get(file)),
    }))
    await inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(tx)
      const gone = (await slugsOf(tx, curriculum.id, origin)).filter((slug) => !present.has(slug))
      report[remove ? 'removed' : 'kept'] = gone
      const target = { curriculumId: curriculum.id, ref: to, origin, now, remove }
      const { changed } = await writeQuestions(tx, target, questions.read())
      await writeImportedSources(tx, storage, { curriculumId: curriculum.id, ref: to, name }, originals)
      if (changed) await tx.updateTable('curricula').set({ updated_at: now }).where('id', '=', curriculum.id).execute()
    })
    return report
  } finally {
    await stage.close()
  }
}

export interface CheckedQuestion {
  line: number
  item: string
  /** Reason why an import would reject the question; null if it is valid. */
  reason: string | null
  notes: string[]
  balance: Balance
}

/** Checks every question of a file as an import would, without a database: compiles it and stores nothing. */
export async function* checkQuestionFile(
  renderer: Renderer,
  path: string,
  format?: ReadableFormat,
): AsyncGenerator<CheckedQuestion> {
  const storage: Storage = {
    put: async () => {},
    size: async () => null,
    read: () => Promise.reject(new Error('nothing is stored while checking')),
    remove: async () => {},
    uploadLink: () => Promise.reject(new Error('nothing is stored while checking')),
  }
  const to = { kind: 'bank' as const, slug: 'check' }
  for await (const reading of readQuestionFile(path, format)) {
    const { line, item } = reading
    if (!reading.question) {
      yield { line, item, reason: reading.reason, notes: [], balance: noBalance() }
      continue
    }
    const flaws: string[] = []
    const notes = [...reading.notes]
    const report: CompileContext['report'] = (level, text) => void (level === 'error' ? flaws : notes).push(text)
    await compileQuestion(contextOf({ renderer, storage, path, to }, reading.images, report), reading.question)
    yield { line, item, reason: flaws.length > 0 ? flaws.join('；') : null, notes, balance: reading.balance }
  }
}

/** Writes a question as Markdown and reads it back, so that importing an export gives the same version. */
function asWritten(question: SourceQuestion): SourceQuestion {
  const [again] = readMarkdown(writeMarkdown(question))
  return again?.question && isDeepStrictEqual(again.question, question) ? again.question : question
}

/** Returns the chapter that the question names, else the chapter named like its category or the end of the category. */
function chapterOf({ question, category }: Accepted, titles: ReadonlyMap<string, string>): string | null {
  return question.chapter ?? titles.get(category) ?? titles.get(category.split('/').at(-1) ?? '') ?? null
}

/** Maps titles and slugs of chapters to their slugs. */
async function chapterTitles(db: Db, curriculumId: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('chapters')
    .select(['slug', 'title'])
    .where('curriculum_id', '=', curriculumId)
    .where('removed_at', 'is', null)
    .execute()
  return new Map(rows.flatMap(({ slug, title }) => [[title, slug] as const, [slug, slug] as const]))
}

async function slugsOf(db: Db, curriculumId: number, origin: string): Promise<string[]> {
  const rows = await db
    .selectFrom('questions')
    .select('slug')
    .where('curriculum_id', '=', curriculumId)
    .where('origin', '=', origin)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(({ slug }) => slug)
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

function refusalOf(reading: Reading, others: ReadonlySet<string>, chapters: ReadonlySet<string>): string | null {
  const { question } = reading
  if (!question) return reading.reason
  if (others.has(question.slug)) return `编号 ${question.slug} 已经有了，来自别的文件`
  if (question.chapter && !chapters.has(question.chapter)) return `没有章节 ${question.chapter}`
  return null
}

function contextOf(
  { renderer, storage, path, to }: Pick<FileImport, 'renderer' | 'storage' | 'path' | 'to'>,
  images: Images,
  report: CompileContext['report'],
): CompileContext {
  return {
    render: (source) =>
      renderer.markdown({
        source,
        file: basename(path),
        curriculum: to,
        chapter: '',
        titled: 'optional',
        previous: [],
      }),
    image: (name) => storeQuestionImage(storage, name, images.get(name), report),
    report,
  }
}
