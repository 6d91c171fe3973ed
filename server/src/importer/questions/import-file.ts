import { basename } from 'node:path'
import { sql } from 'kysely'
import type { Storage } from '../../adapters/storage/storage'
import { mapAhead } from '../../base/map-ahead'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { addBalance, type Balance, noBalance } from '../../text/balance'
import type { Renderer } from '../../text/renderer'
import { lockKey } from '../import'
import { type CompileContext, type Compiled, compileQuestion } from './compile'
import { writeMarkdown } from './export/markdown'
import { readImages, storedQuestions } from './export-file'
import type { FileImport, FileReport } from './file-report'
import { storeQuestionImage } from './image'
import { ImportedSources, storeOriginals } from './imported'
import { UnreadableFile } from './input'
import { asWritten, chapterTitles, heldInstead, knownQuestions, placeOf, refusalOf } from './known-questions'
import { importedPaper } from './paper'
import { questionTargets } from './protected-questions'
import { detectFormat, type ReadableFormat, readQuestionFile } from './read-file'
import type { Images, Paper, Reading } from './reading'
import { rememberReport, unchangedReport } from './unchanged-file'
import { fileOrigin, writeQuestions } from './write'

/** Questions that are compiled at the same time. */
const atOnce = 64
/** Bytes of images that are in memory at the same time. */
const imageBytes = 32 * 1024 * 1024

/**
 * Imports a file of questions in any format: writes all valid questions together and reports the invalid ones.
 * Importing the file again updates its questions; questions that are missing then stay unless `remove` is set.
 */
export async function importQuestionFile(options: FileImport): Promise<FileReport> {
  const { db, path, to, chapter } = options
  const curriculum = await db
    .selectFrom('curricula')
    .select('id')
    .where('kind', '=', to.kind)
    .where('slug', '=', to.slug)
    .executeTakeFirst()
  if (!curriculum) throw new UnreadableFile(`没有 ${to.kind}/${to.slug}，请先用 npm run content 导入它`)
  const titles = await chapterTitles(db, curriculum.id)
  if (chapter && ![...titles.values()].includes(chapter))
    throw new UnreadableFile(`${to.kind}/${to.slug} 里没有章节 ${chapter}`)
  const name = basename(path)
  const format = options.format ?? (await detectFormat(path))
  const file = { ...options, format, curriculumId: curriculum.id, name, origin: fileOrigin(name), titles }
  const known = await unchangedReport(file)
  if (known) return known
  // Questions are written while the next ones are compiled, all in one transaction.
  return inTransaction(db, (tx) => importChanged({ ...file, db: tx }))
}

type KnownFile = FileImport & {
  format: ReadableFormat
  curriculumId: number
  name: string
  origin: string
  titles: ReadonlyMap<string, string>
}

async function importChanged(file: KnownFile): Promise<FileReport> {
  const { db: tx, storage, to, now, remove = false, takeFiles = false, curriculumId, name, origin } = file
  await sql`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(tx)
  const before = await slugsOf(tx, curriculumId, origin)
  const sources = new ImportedSources(tx, { curriculumId, ref: to, name })
  const accepted = new AcceptedQuestions(file, sources)
  const target = { curriculumId, ref: to, origin, now, remove }
  const { changed, count } = await writeQuestions(tx, target, accepted.read(await fileCompiler(file)))
  if (takeFiles) await releaseQuestions(tx, to, accepted.present)
  const { report, present } = accepted
  report.imported = count
  const missingSlugs = before.filter((slug) => !present.has(slug))
  report[remove ? 'removed' : 'kept'] = missingSlugs
  if (report.kept.length > 0)
    for await (const { question } of storedQuestions(tx, storage, to, { origin, images: false }))
      if (!present.has(question.slug)) await sources.add(question.slug, writeMarkdown(question))
  await sources.end(accepted.originals)
  if (changed) await tx.updateTable('curricula').set({ updated_at: now }).where('id', '=', curriculumId).execute()
  await rememberReport(tx, file, report)
  return report
}

type Original = Awaited<ReturnType<typeof storeOriginals>>[number]

/** Collects the report of a file while its accepted questions are read. */
class AcceptedQuestions {
  readonly report: FileReport = {
    imported: 0,
    refused: [],
    notes: [],
    kept: [],
    removed: [],
    balance: noBalance(),
    papers: [],
    unchanged: false,
  }
  readonly present = new Set<string>()
  readonly originals: Original[] = []

  constructor(
    private readonly file: KnownFile,
    private readonly sources: ImportedSources,
  ) {}

  async *read(compile: (reading: Reading) => Promise<CompiledReading>): AsyncGenerator<Compiled> {
    const { report, present, originals, sources, file } = this
    const papers: Paper[] = []
    const questionByFile = new Map<string, { slug: string; score: number }>()
    const readings = readQuestionFile(file.path, file.format)
    for await (const { reading, ...result } of mapAhead(readings, atOnce, compile, weightOf)) {
      const { line, item } = reading
      if (!reading.question && reading.paper) papers.push(reading.paper)
      else if (!reading.question && reading.isOther) report.notes.push({ line, item, note: reading.reason })
      else if (result.reason !== null) report.refused.push({ line, item, reason: result.reason })
      else for (const note of result.notes) report.notes.push({ line, item, note })
      if (reading.question && result.compiled) {
        addBalance(report.balance, reading.balance)
        const { slug, score } = result.compiled.question
        present.add(slug)
        if (reading.file !== undefined) questionByFile.set(reading.file, { slug, score })
        originals.push(...result.originals)
        await sources.add(slug, result.markdown)
        yield result.compiled
      }
    }
    report.papers = papers.map((paper) => importedPaper(paper, (path) => questionByFile.get(path)))
  }
}

interface CompiledReading {
  reading: Reading
  /** Reason why the item is rejected; null for an accepted question. */
  reason: string | null
  compiled: Compiled | null
  /** The question as its curriculum exports it. */
  markdown: string
  notes: string[]
  originals: Original[]
}

/** Returns the function that checks and compiles one item of a file. */
async function fileCompiler(file: KnownFile): Promise<(reading: Reading) => Promise<CompiledReading>> {
  const { storage, name } = file
  const known = await knownQuestions(file)
  const nothing = { compiled: null, markdown: '', notes: [], originals: [] }
  return async (reading) => {
    const refusal = refusalOf(reading, known)
    if (refusal !== null || !reading.question) return { reading, reason: refusal, ...nothing }
    const flaws: string[] = []
    const notes: string[] = []
    const report: CompileContext['report'] = (level, text) => void (level === 'error' ? flaws : notes).push(text)
    const placed = placeOf(reading, known)
    if (reading.category !== '' && placed === null) notes.push(`没有名为“${reading.category}”的章节，没有归入章节`)
    const heldQuestion = heldInstead(reading, known)
    if (heldQuestion && !heldQuestion.stored) return { reading, reason: null, ...nothing, notes: [heldQuestion.note] }
    const images = heldQuestion?.stored ? await readImages(storage, heldQuestion.stored.images) : reading.images
    const wanted = heldQuestion?.stored ? heldQuestion.stored.question : { ...reading.question, chapter: placed }
    const { question: named, markdown } = asWritten(wanted, file.to.kind)
    const compiled = await compileQuestion(contextOf(file, images, report), named)
    if (flaws.length > 0) return { reading, reason: flaws.join('；'), ...nothing, notes }
    const originals = await storeOriginals(storage, name, named.slug, images)
    const about = heldQuestion ? [heldQuestion.note] : [...notes, ...reading.notes]
    return { reading, reason: null, compiled, markdown, notes: about, originals }
  }
}

/** Marks questions of a file as owned by the file again. */
async function releaseQuestions(tx: Db, to: FileImport['to'], slugs: ReadonlySet<string>): Promise<void> {
  const targets = [...slugs].map((slug) => questionTargets(to) + slug)
  await sql`delete from console_fields where target = any (${targets}::text[])`.execute(tx)
}

const weightOf = (reading: Reading) =>
  reading.question ? [...reading.images.values()].reduce((sum, { length }) => sum + length, 0) / imageBytes : 0

export interface CheckedQuestion {
  line: number
  item: string
  /** Reason why an import would reject the question; null if it is valid. */
  reason: string | null
  /** Whether the item is no question: it has only notes. */
  isOther: boolean
  notes: string[]
  balance: Balance
}

/**
 * Checks every question of a file as an import would: compiles it and stores nothing. Without `into`, questions in the
 * database are ignored.
 */
export async function* checkQuestionFile(
  renderer: Renderer,
  path: string,
  format?: ReadableFormat,
  into?: Pick<FileImport, 'db' | 'to' | 'chapter' | 'now'> & { curriculumId: number },
): AsyncGenerator<CheckedQuestion> {
  const known =
    into &&
    (await knownQuestions({
      ...into,
      origin: fileOrigin(basename(path)),
      titles: await chapterTitles(into.db, into.curriculumId),
    }))
  const storage: Storage = {
    put: async () => {},
    size: async () => null,
    read: () => Promise.reject(new Error('nothing is stored while checking')),
    remove: async () => {},
    uploadLink: () => Promise.reject(new Error('nothing is stored while checking')),
  }
  const to = { kind: 'bank' as const, slug: 'check' }
  const check = async (reading: Reading): Promise<CheckedQuestion> => {
    const { line, item } = reading
    const plain = { line, item, reason: null, isOther: false, notes: [], balance: noBalance() }
    if (!reading.question) {
      const { reason, isOther, paper } = reading
      return isOther ? { ...plain, isOther, notes: [reason, ...(paper?.notes ?? [])] } : { ...plain, reason }
    }
    const refusal = known ? refusalOf(reading, known) : null
    if (refusal !== null) return { ...plain, reason: refusal }
    const { balance } = reading
    const heldQuestion = known ? heldInstead(reading, known) : null
    if (heldQuestion) return { ...plain, notes: [heldQuestion.note], balance }
    const flaws: string[] = []
    const notes = [...reading.notes]
    const report: CompileContext['report'] = (level, text) => void (level === 'error' ? flaws : notes).push(text)
    await compileQuestion(contextOf({ renderer, storage, path, to }, reading.images, report), reading.question)
    return { ...plain, reason: flaws.length > 0 ? flaws.join('；') : null, notes, balance }
  }
  yield* mapAhead(readQuestionFile(path, format), atOnce, check, weightOf)
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

function contextOf(
  { renderer, storage, path, to }: Pick<FileImport, 'renderer' | 'storage' | 'path' | 'to'>,
  images: Images,
  report: CompileContext['report'],
): CompileContext {
  return {
    render: (source) => renderer.fragment({ source, file: basename(path), curriculum: to }),
    image: (name) => storeQuestionImage(storage, name, images.get(name), report),
    report,
  }
}
