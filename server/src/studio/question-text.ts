import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { CurriculumKind } from '@dxx/contract/shapes'
import { sql } from 'kysely'
import type { Storage } from '../adapters/storage/storage'
import type { Db } from '../db/connection'
import { type Compiled, compileQuestion } from '../importer/questions/compile'
import { writeMarkdown } from '../importer/questions/export/markdown'
import { storeQuestionImage } from '../importer/questions/image'
import { importedImages } from '../importer/questions/imported'
import { readMarkdown } from '../importer/questions/markdown'
import { fileOrigin, type StoredSource } from '../importer/questions/write'
import type { SourceQuestion } from '../questions/rubric'
import { fileOf } from './files'
import { previewRenderer } from './preview'

export interface QuestionHome {
  id: number
  kind: CurriculumKind
  slug: string
}

export const textHash = (text: string) => createHash('md5').update(text).digest('hex')

interface StoredRow {
  source: unknown
  difficulty: number
  tags: string[]
  test: string | null
  chapter: string | null
}

/** Markdown of a stored question version, as an export writes it. */
export function markdownOf(kind: CurriculumKind, { source, difficulty, tags, test, chapter }: StoredRow): string {
  const { question } = source as StoredSource
  // Only questions of a bank name their chapter; a textbook's questions are embedded in its chapters.
  const bankChapter = kind === 'bank' ? chapter : null
  return writeMarkdown({ ...question, difficulty, tags, test, chapter: bankChapter } as SourceQuestion)
}

interface Flaw {
  level: 'error' | 'warning'
  text: string
}

interface CompiledText {
  compiled: Compiled | null
  flaws: Flaw[]
  /** Paths of pictures that the question uses. */
  pictures: string[]
}

/** Reads, checks and compiles the Markdown of one question. `slug` is the name that it must have. */
export async function compileText(
  { db, storage }: { db: Db; storage: Storage },
  home: QuestionHome,
  text: string,
  { slug, origin = '' }: { slug?: string; origin?: string } = {},
): Promise<CompiledText> {
  const flaws: Flaw[] = []
  const readings = [...readMarkdown(text)]
  const [reading] = readings
  if (!reading || readings.length > 1) {
    flaws.push({ level: 'error', text: reading ? '这里只能写一道题' : '还没有题目' })
    return { compiled: null, flaws, pictures: [] }
  }
  if (!reading.question) return { compiled: null, flaws: [{ level: 'error', text: reading.reason }], pictures: [] }
  for (const note of reading.notes) flaws.push({ level: 'warning', text: note })
  const { question } = reading
  if (slug !== undefined && question.slug !== slug) flaws.push({ level: 'error', text: `标识要写成 ${slug}，不能改` })
  flaws.push(...(await misplacedIn(db, home, question)))
  const pictures: string[] = []
  const compiled = await compileQuestion(
    {
      render: (source) =>
        previewRenderer().fragment({ source, file: '题目', curriculum: { kind: home.kind, slug: home.slug } }),
      image: async (name) => {
        const found = await questionPicture(db, home.id, name, origin, question.slug)
        if (found) pictures.push(found.path)
        const data = found ? await buffer(await storage.read(found.key)) : undefined
        return storeQuestionImage(storage, name, data, (level, text) =>
          flaws.push({ level: data ? level : 'error', text }),
        )
      },
      report: (level, text) => flaws.push({ level, text }),
    },
    question,
  )
  return { compiled, flaws, pictures }
}

/** Where a picture of a question is: in the curriculum's folder, or beside the imported question. */
async function questionPicture(db: Db, id: number, name: string, origin: string, slug: string) {
  const imported = origin.startsWith('file ') ? [importedImages(origin.slice(5), slug) + encodeURIComponent(name)] : []
  for (const path of [...imported, name, `questions/${name}`]) {
    const file = await fileOf(db, id, path)
    if (file?.mediaKey) return { path, key: file.mediaKey }
  }
  return null
}

/** Problems of references to a chapter, test or dataset that does not exist. */
async function misplacedIn(db: Db, { id, kind }: QuestionHome, question: SourceQuestion): Promise<Flaw[]> {
  const { rows } = await sql<{ slug: string; test: string | null }>`
    select slug, test_slug as test from chapters where curriculum_id = ${id} and removed_at is null`.execute(db)
  const found: string[] = []
  if (kind === 'bank') {
    if (question.test) found.push('题库里的题没有测验，请去掉 test')
    if (rows.length > 0 && !question.chapter) found.push('请选择章节')
    if (question.chapter && !rows.some(({ slug }) => slug === question.chapter))
      found.push(`没有章节 ${question.chapter}`)
  } else {
    if (question.chapter) found.push('教材里的题不写章节，在正文里引用它')
    if (question.test && !rows.some(({ test }) => test === question.test)) found.push(`没有测验 ${question.test}`)
  }
  const parts = question.type === 'material' ? question.parts : [question]
  for (const part of parts) {
    if (part.type !== 'code' || !part.db) continue
    const known = await db
      .selectFrom('resources')
      .select('id')
      .where('curriculum_id', '=', id)
      .where('kind', '=', 'dataset')
      .where('slug', '=', part.db)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!known) found.push(`没有数据 resources/${part.db}.sql`)
  }
  return found.map((text) => ({ level: 'error', text }))
}

export const isImported = (origin: string) => origin.startsWith(fileOrigin(''))
