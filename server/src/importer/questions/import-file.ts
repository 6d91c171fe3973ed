import { basename } from 'node:path'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Storage } from '../../adapters/storage/storage'
import type { Db } from '../../db/connection'
import { inTransaction } from '../../db/transaction'
import { MediaError, type StoredMedia, storeImage } from '../../modules/media/public'
import { lockKey } from '../import'
import type { Renderer } from '../renderer'
import { Stage } from '../stage'
import { type CompileContext, compileQuestion } from './compile'
import { UnreadableFile } from './input'
import type { Images, Reading } from './model'
import { type ReadableFormat, readQuestionFile } from './read-file'
import { QuestionStage } from './stage'
import { writeQuestions } from './write'

export interface FileImport {
  db: Db
  storage: Storage
  renderer: Renderer
  path: string
  format?: ReadableFormat
  /** The curriculum that gets the questions. */
  to: { kind: CurriculumKind; slug: string }
  /** The chapter for questions that name none. */
  chapter?: string
  now: number
}

export interface FileReport {
  imported: number
  /** Items that were not taken in, and why. */
  refused: { line: number; item: string; reason: string }[]
  /** What was lost of those that were. */
  notes: { line: number; item: string; note: string }[]
}

/**
 * Takes in a file of questions, whatever its format: those that are right come in together, the others are reported.
 * The same file again replaces what it brought before.
 */
export async function importQuestionFile(options: FileImport): Promise<FileReport> {
  const { db, path, to, chapter, now } = options
  const curriculum = await db
    .selectFrom('curricula')
    .select('id')
    .where('kind', '=', to.kind)
    .where('slug', '=', to.slug)
    .executeTakeFirst()
  if (!curriculum) throw new UnreadableFile(`没有 ${to.kind}/${to.slug}，请先用 npm run content 导入它`)
  const chapters = await chapterSlugs(db, curriculum.id)
  if (chapter && !chapters.has(chapter)) throw new UnreadableFile(`${to.kind}/${to.slug} 里没有章节 ${chapter}`)
  const origin = `file ${basename(path)}`
  const others = await slugsOfOthers(db, curriculum.id, origin)
  const report: FileReport = { imported: 0, refused: [], notes: [] }
  const stage = await Stage.open()
  try {
    const questions = new QuestionStage(stage.newFile())
    for await (const reading of readQuestionFile(path, options.format)) {
      const reason = refusalOf(reading, others, chapters)
      const { line, item } = reading
      if (reason !== null) report.refused.push({ line, item, reason })
      if (reason !== null || !reading.question) continue
      const flaws: string[] = []
      const context = contextOf(options, reading.images, (level, text) => {
        if (level === 'error') flaws.push(text)
        else report.notes.push({ line, item, note: text })
      })
      const named = { ...reading.question, chapter: reading.question.chapter ?? chapter ?? null }
      const compiled = await compileQuestion(context, named)
      if (flaws.length > 0) report.refused.push({ line, item, reason: flaws.join('；') })
      else {
        for (const note of reading.notes) report.notes.push({ line, item, note })
        await questions.add(compiled)
      }
    }
    await questions.end()
    report.imported = questions.count
    await inTransaction(db, async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(tx)
      const { changed } = await writeQuestions(
        tx,
        { curriculumId: curriculum.id, ref: to, origin, now },
        questions.read(),
      )
      if (changed) await tx.updateTable('curricula').set({ updated_at: now }).where('id', '=', curriculum.id).execute()
    })
    return report
  } finally {
    await stage.close()
  }
}

async function chapterSlugs(db: Db, curriculumId: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('chapters')
    .select('slug')
    .where('curriculum_id', '=', curriculumId)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

async function slugsOfOthers(db: Db, curriculumId: number, origin: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('questions')
    .select('slug')
    .where('curriculum_id', '=', curriculumId)
    .where('origin', '<>', origin)
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
  { renderer, storage, path, to }: FileImport,
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
    image: async (name): Promise<StoredMedia | null> => {
      const data = images.get(name)
      try {
        if (!data) throw new MediaError(`图片 ${name} 不在文件里`)
        return await storeImage(storage, data, { area: 'f', max: 1600, sizes: [800], trusted: false })
      } catch (error) {
        if (!(error instanceof MediaError)) throw error
        // A picture that cannot be shown leaves its description.
        report('warning', `没有带入图片 ${name}：${error.message}`)
        return null
      }
    },
    report,
  }
}
