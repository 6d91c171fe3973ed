import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parse, parseDocument } from 'yaml'
import type { Environment } from '../context'
import { inTransaction } from '../db/transaction'
import { convertTextbook, isForeignTextbook } from '../importer/convert/convert'
import type { ConversionReport } from '../importer/convert/report'
import { curriculumFolders, findCurricula } from '../importer/curriculum'
import { ContentFolder } from '../importer/folder'
import { importContent } from '../importer/import'
import { readText, UnreadableFile } from '../importer/questions/input'
import { writeStoredFiles } from '../importer/stored-sources'
import { MediaError } from '../modules/media/public'
import { EpubError, notAnArchive } from '../text/epub/zip'
import type { Problem } from '../text/problems'
import { addDocument } from './add-document'
import { allFiles } from './files'
import { manifestOf } from './item'
import { errorOf, finishTask, noteTask, takeTask } from './tasks'
import { ManifestTree } from './tree'
import { unpackArchive } from './unpack'

type ReadEnv = Pick<Environment, 'db' | 'storage' | 'clock' | 'config'>
type TakenTask = NonNullable<Awaited<ReturnType<typeof takeTask>>>

export interface ReadFileJob {
  id: number
}

/** A file that cannot be read into this curriculum, with the reason for staff. */
class RefusedFile extends Error {}

/** Job: reads an uploaded book, document or archive into the draft. It publishes nothing; a refused file changes nothing. */
export async function readContentFile(env: ReadEnv, { id }: ReadFileJob): Promise<void> {
  const taken = await takeTask(env.db, id, env.clock.now())
  if (!taken) return
  const { name } = taken.task
  const root = await mkdtemp(join(tmpdir(), 'dxx-read-'))
  try {
    await noteTask(env.db, id, '读取文件')
    const result = await read(env, taken, root)
    await finishTask(env, id, result.refused ? 'failed' : 'done', result)
  } catch (error) {
    const reason = reasonOf(error, name)
    const text = reason ?? '读取时出错，请再试一次；还是不行请把时间告诉管理员'
    await finishTask(env, id, 'failed', { problems: [errorOf(name, text)] })
    if (reason === null) throw error
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

/** What a file of this ending should be, for files that cannot be opened as an archive. */
const damaged: Record<string, string> = {
  '.docx': '不是有效的 Word 文档（.docx），或文件不完整；旧的 .doc 请在 Word 里另存为 .docx',
  '.ipynb': '不是有效的 Jupyter 笔记本，或文件不完整',
}

/** The sentence for staff if the file is to blame; null for another failure. */
function reasonOf(error: unknown, name: string): string | null {
  const ending = extname(name).toLowerCase()
  if (error instanceof EpubError && error.message === notAnArchive) return damaged[ending] ?? error.message
  if (error instanceof EpubError)
    return error.place ? `${error.place.path.slice(0, 200)}：${error.message}` : error.message
  if (error instanceof RefusedFile || error instanceof UnreadableFile || error instanceof MediaError)
    return error.message
  return null
}

interface ReadResult {
  refused: boolean
  problems: Problem[]
  progress: string
}

async function read(env: ReadEnv, taken: TakenTask, root: string): Promise<ReadResult> {
  const { task, curriculum } = taken
  const publishing = await env.db
    .selectFrom('content_drafts')
    .select('publish_state')
    .where('curriculum_id', '=', curriculum.id)
    .executeTakeFirst()
  if (publishing?.publish_state === 'running') throw new RefusedFile('正在发布，请发布完再读入')
  await mkdir(join(root, 'in'))
  const file = join(root, 'in', fileName(task.name))
  await pipeline(await env.storage.read(task.file_key!), createWriteStream(file))
  const ending = extname(file).toLowerCase()
  const slug = curriculum.slug
  if (ending === '.epub') return replaceByEpub(env, taken, root, file)
  if (ending === '.zip' || ending === '.imscc') return replaceByArchive(env, taken, root, file)
  const manifest = await manifestOf(env.db, curriculum)
  if (new ManifestTree(curriculum.kind, manifest.text).isEpub)
    throw new RefusedFile('这本书的正文是 EPUB，不能再加一节：请换一本 EPUB，或另建一本电子书再读入')
  const out = join(root, 'converted')
  if (ending === '.md') await toUtf8(file)
  const report = await convert(file, out, slug)
  await noteTask(env.db, task.id, '放进草稿')
  const added = await addDocument(env, taken, join(out, 'textbooks', slug))
  const problems = [...lossesOf(report), ...added.problems]
  return { refused: false, problems, progress: `新增 ${added.sections} 节` }
}

/** Name of the file on disk: the uploaded name without characters that could lead outside the folder. */
const fileName = (name: string) => {
  const ending = extname(name)
    .toLowerCase()
    .replace(/[^.a-z]/g, '')
  const base = basename(name, extname(name))
    .replace(/[\\/\p{Cc}]/gu, '')
    .replace(/^\.+/, '')
    .slice(0, 60)
  return `${base.trim() || 'document'}${ending}`
}

/** Rewrites a text in UTF-8, because Chinese programs also save GB18030 and UTF-16. */
async function toUtf8(path: string): Promise<void> {
  const pieces: string[] = []
  for await (const piece of readText(path)) pieces.push(piece)
  const text = pieces.join('')
  if (/[\0\uFFFD]/.test(text))
    throw new RefusedFile('不是文字文件，或文字编码认不出来；请另存为 UTF-8 的 Markdown（.md）')
  await writeFile(path, text)
}

/** Converts a document, a MkDocs project or a course export to a folder of the importer. */
async function convert(path: string, out: string, slug: string): Promise<ConversionReport> {
  try {
    return await convertTextbook(path, out, { subject: 'none', slug })
  } catch (error) {
    // The converter names missing files in plain errors; system errors have a code.
    if (error instanceof Error && error.constructor === Error && !('code' in error))
      throw new RefusedFile(damaged[extname(path).toLowerCase()] ?? error.message)
    throw error
  }
}

const lossesOf = ({ lines }: ConversionReport): Problem[] =>
  lines.map((line) => {
    const [file = '', ...text] = line.split(' 提醒 ')
    return { file, line: 0, level: 'warning', text: text.join(' 提醒 ') }
  })

/** An ebook is replaced by another EPUB; its chapters are those of the file. */
async function replaceByEpub(env: ReadEnv, taken: TakenTask, root: string, file: string): Promise<ReadResult> {
  const { curriculum } = taken
  const manifest = await manifestOf(env.db, curriculum)
  const document = parseDocument(manifest.text, { schema: 'core' })
  const before = document.get('epub')
  document.set('epub', 'book.epub')
  document.delete('chapters')
  const files = (await allFiles(env.db, curriculum.id)).filter(({ path }) => path !== manifest.path && path !== before)
  const folder = join(root, 'out', curriculum.slug)
  await mkdir(folder, { recursive: true })
  await writeFiles(env, folder, files)
  await writeFile(join(folder, manifest.path), document.toString({ lineWidth: 120 }))
  await rm(join(folder, 'book.epub'), { force: true })
  await rename(file, join(folder, 'book.epub'))
  const result = await storeDraft(env, taken, folder, [])
  const named = (path: string) => path.replace(/^book\.epub/, taken.task.name)
  return { ...result, problems: result.problems.map((problem) => ({ ...problem, file: named(problem.file) })) }
}

const writeFiles = ({ storage }: ReadEnv, folder: string, files: Awaited<ReturnType<typeof allFiles>>) =>
  writeStoredFiles(
    folder,
    files.map(({ path, text, mediaKey }) => ({ path, text, media_key: mediaKey })),
    storage,
  )

/** The folder of an archive replaces the draft as a whole. Price and shelf stay, and questions of published content. */
async function replaceByArchive(env: ReadEnv, taken: TakenTask, root: string, file: string): Promise<ReadResult> {
  const { task, curriculum } = taken
  const { kind, slug } = curriculum
  const out = join(root, 'converted')
  const problems: Problem[] = []
  let content: string
  if (kind === 'textbook' && (await isForeignTextbook(file))) {
    problems.push(...lossesOf(await convert(file, out, slug)))
    content = join(out, 'textbooks', slug)
  } else {
    await mkdir(join(root, 'archive'))
    const unpacked = await unpackArchive(file, join(root, 'archive'))
    if (kind === 'textbook' && (await isForeignTextbook(unpacked))) {
      problems.push(...lossesOf(await convert(unpacked, out, slug)))
      content = join(out, 'textbooks', slug)
    } else content = await onlyCurriculum(unpacked, kind)
  }
  await noteTask(env.db, task.id, '检查内容')
  const folder = join(root, 'out', slug)
  await mkdir(join(root, 'out'), { recursive: true })
  await rename(content, folder)
  await keepShelf(env, taken, folder)
  if (curriculum.source_hash !== null) await keepQuestions(env, taken, folder, problems)
  return storeDraft(env, taken, folder, problems)
}

async function onlyCurriculum(root: string, kind: TakenTask['curriculum']['kind']): Promise<string> {
  const found = await findCurricula(await ContentFolder.open(root))
  const fitting = found.filter((one) => one.kind === kind)
  if (fitting.length === 1) return fitting[0]!.folder.root
  const { manifest } = curriculumFolders[kind]
  if (fitting.length > 1)
    throw new RefusedFile(
      `压缩包里有 ${fitting.length} 门：${fitting.map((one) => one.slug).join('、')}；请一门一个压缩包`,
    )
  if (found.length > 0)
    throw new RefusedFile(`压缩包里是 ${found[0]!.kind}/${found[0]!.slug}，和这里的类别不同；请新建同一类的内容再读入`)
  throw new RefusedFile(`压缩包里没有 ${manifest}，不是内容文件夹`)
}

const shelfFields = ['price', 'discount', 'hidden', 'published'] as const

/** Keeps values that the studio does not set, and reports names that this site does not have. */
async function keepShelf({ db }: ReadEnv, { curriculum }: TakenTask, folder: string): Promise<void> {
  const { path, text } = await manifestOf(db, curriculum)
  const manifest = (parse(text, { maxAliasCount: 100 }) ?? {}) as Record<string, unknown>
  const file = join(folder, path)
  const document = parseDocument(await readFile(file, 'utf8'), { schema: 'core' })
  // An invalid manifest is reported by the import.
  if (document.errors.length > 0 || document.toJS({ maxAliasCount: 100 }) === null) return
  const set = (name: string, value: unknown) =>
    value === undefined ? document.delete(name) : document.set(name, value)
  for (const name of shelfFields) set(name, manifest[name])
  for (const [name, table] of [
    ['subject', 'subjects'],
    ['teacher', 'teachers'],
  ] as const) {
    const wanted = document.get(name)
    const known =
      typeof wanted === 'string' &&
      (await db.selectFrom(table).select('slug').where('slug', '=', wanted).executeTakeFirst())
    if (!known) set(name, manifest[name])
  }
  await writeFile(file, document.toString({ lineWidth: 120 }))
}

/** Questions of published content may be in exams and are changed one by one, so an archive does not change them. */
async function keepQuestions(
  env: ReadEnv,
  { curriculum }: TakenTask,
  folder: string,
  problems: Problem[],
): Promise<void> {
  const isQuestion = (path: string) => /^(questions|imported)\//.test(path)
  for (const name of ['questions', 'imported']) {
    const had = await readdir(join(folder, name)).catch(() => null)
    if (had === null) continue
    await rm(join(folder, name), { recursive: true, force: true })
    const text = '压缩包里的题目没有读入；已发布的题请在“题库”页修改，或导入题目文件'
    problems.push({ file: name, line: 0, level: 'warning', text })
  }
  const stored = (await allFiles(env.db, curriculum.id)).filter(({ path }) => isQuestion(path))
  await writeFiles(env, folder, stored)
}

/** Checks the folder as an import does, and stores it as the draft if it can be published. */
async function storeDraft(
  env: ReadEnv,
  { task, curriculum }: TakenTask,
  folder: string,
  before: Problem[],
): Promise<ReadResult> {
  const report = await importContent(env.db, folder, {
    storage: env.storage,
    now: env.clock.now(),
    remove: true,
    draft: true,
    origin: { kind: 'console', by: task.created_by, note: '' },
    progress: (line) => void noteTask(env.db, task.id, line),
  })
  const problems = [...report.problems, ...before].sort(byLevel)
  const refused = report.refused.length > 0
  if (!refused && curriculum.source_hash === null) await takeTitle(env, curriculum)
  return { refused, problems, progress: refused ? '' : report.written.length > 0 ? '已放进草稿' : '和现在的内容一样' }
}

const byLevel = (a: Problem, b: Problem) => Number(a.level === 'warning') - Number(b.level === 'warning')

/** Content that was never published is listed by the title of its draft. */
async function takeTitle({ db }: ReadEnv, curriculum: TakenTask['curriculum']): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { text } = await manifestOf(tx, curriculum)
    const { title } = (parse(text, { maxAliasCount: 100 }) ?? {}) as { title?: unknown }
    if (typeof title === 'string' && title.trim() !== '')
      await tx.updateTable('curricula').set({ title: title.trim() }).where('id', '=', curriculum.id).execute()
  })
}
