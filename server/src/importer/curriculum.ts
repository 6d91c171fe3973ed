import { parseDate } from '@dxx/contract/rules/time-from'
import type { CurriculumKind } from '@dxx/contract/shapes'
import type * as z from 'zod'
import { checkPointers, newPointers, type TextSource } from './chapters'
import { stageCourse } from './course'
import type { ContentFolder } from './folder'
import { FolderMedia, placeFiles } from './folder-media'
import { warningsOf } from './import-warnings'
import { isWhole, type Manifest, readManifest } from './manifest'
import { bankChapters, registerDatasets, stageImported, stageQuestions } from './questions/folder'
import { BankManifest, BookManifest, CourseManifest, manifestDefaults, TextbookManifest } from './schemas'
import type { ImportContext, StagedChapter, StagedCurriculum, StagedResource } from './stage'
import type { SourceFile } from './staged-files'
import { stageBook, stageTextbook } from './textbook'

/** Increase this when the importer produces another result from the same files, so that they are imported again. */
export const pipelineVersion = 'pipeline 8'

export interface CurriculumFolder {
  kind: CurriculumKind
  slug: string
  folder: ContentFolder
  sourceHash: Buffer
}

interface Kind {
  folder: string
  manifest: string
}

export const curriculumFolders: Record<CurriculumKind, Kind> = {
  course: { folder: 'courses', manifest: 'course.yaml' },
  ebook: { folder: 'ebooks', manifest: 'book.yaml' },
  textbook: { folder: 'textbooks', manifest: 'textbook.yaml' },
  bank: { folder: 'banks', manifest: 'bank.yaml' },
}

/** Returns the curricula below a content folder; if the folder itself is a curriculum, only that one. */
export async function findCurricula(root: ContentFolder): Promise<CurriculumFolder[]> {
  const found: CurriculumFolder[] = []
  const add = async (kind: CurriculumKind, slug: string, folder: ContentFolder) => {
    if (!(await folder.find(curriculumFolders[kind].manifest))) return
    const sourceHash = await folder.hash(await folder.files(), pipelineVersion)
    found.push({ kind, slug, folder, sourceHash })
  }
  for (const [kind, { folder }] of Object.entries(curriculumFolders) as [CurriculumKind, Kind][]) {
    await add(kind, root.root.split(/[\\/]/).at(-1)!, root)
    for (const slug of await root.folders(folder)) await add(kind, slug, root.below(`${folder}/${slug}`))
  }
  return found
}

/** Names that a curriculum may refer to. If null is passed instead, missing names are not reported. */
export interface Known {
  subjects: ReadonlySet<string>
  teachers: ReadonlySet<string>
}

type AnyManifest = z.output<typeof BankManifest> & { free?: unknown }

/** Reads and checks one curriculum; returns null if it cannot be written. */
export async function stageCurriculum(
  context: ImportContext,
  { kind, slug, folder, sourceHash }: CurriculumFolder,
  known: Known | null,
): Promise<StagedCurriculum | null> {
  const { problems } = context
  const manifestPath = curriculumFolders[kind].manifest
  const file = folder.name(manifestPath)
  const before = problems.list.length
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    problems.error(file, 0, `文件夹名 ${slug} 就是 slug，只能用小写字母、数字和连字符`)
  const text = await folder.text(manifestPath)
  const sources = new Map<string, SourceFile>([[manifestPath, { path: manifestPath, mediaKey: null }]])
  const folderMedia = new FolderMedia(folder, context.storage, problems, sources)
  const source: TextSource = { context, folder, ref: { kind, slug }, folderMedia, sources, pointers: newPointers() }

  const read = <S extends z.ZodType>(schema: S) => readManifest(text ?? '', file, schema, problems, manifestDefaults)
  await registerDatasets(source)
  let manifest: Manifest<AnyManifest> | null = null
  let chapters: StagedChapter[] = []
  let resources: StagedResource[] = []
  let cover = null
  if (kind === 'course') {
    const course = read(CourseManifest)
    if (course) ({ chapters, resources } = await stageCourse(source, course, file))
    manifest = course as Manifest<AnyManifest> | null
  } else if (kind === 'ebook') {
    const book = read(BookManifest)
    if (book) ({ chapters, cover } = await stageBook(source, book, file))
    manifest = book as Manifest<AnyManifest> | null
  } else if (kind === 'textbook') {
    const textbook = read(TextbookManifest)
    if (textbook) ({ chapters, resources } = await stageTextbook(source, textbook, file))
    manifest = textbook as Manifest<AnyManifest> | null
  } else {
    manifest = read(BankManifest)
    if (manifest) chapters = bankChapters(source, manifest, file)
  }
  if (!manifest) return null

  const { data, line, lost } = manifest
  refuseDuplicates(chapters, resources, file, manifest, context)
  const datasets = new Set(resources.filter((resource) => resource.kind === 'dataset').map(({ slug }) => slug))
  const questions = await stageQuestions(source, manifest, chapters, datasets)
  const imported = await stageImported(source, chapters)
  if (isWhole(manifest)) await checkPointers(source, chapters, new Set(resources.map((resource) => resource.slug)))
  if (known && !lost.has('subject') && !known.subjects.has(data.subject))
    problems.error(file, line('subject'), `没有学科 ${data.subject}，请写在 manifest.yaml 的 subjects 里`)
  if (known && data.teacher && !lost.has('teacher') && !known.teachers.has(data.teacher))
    problems.error(file, line('teacher'), `没有教师 ${data.teacher}，请写在 manifest.yaml 的 teachers 里`)
  if (data.cover) cover = await folderMedia.image(data.cover, 'p', { file, line: line('cover') })
  const introHtml = data.intro ? await stageIntro(source, data.intro, file, line('intro')) : ''
  if (problems.list.slice(before).some(({ level }) => level === 'error')) return null
  return {
    ref: { kind, slug },
    title: data.title,
    subtitle: data.subtitle,
    priceCents: Math.round(data.price * 100),
    discountPercent: data.discount,
    subject: data.subject,
    teacher: data.teacher ?? null,
    author: data.author,
    summary: data.summary,
    introHtml,
    cover,
    tags: data.tags,
    learners: data.learners,
    publishedAt: parseDate(data.published),
    hidden: data.hidden === true,
    related: data.related,
    chapters,
    resources,
    questions,
    imported,
    sources: [...sources.values()],
    notes: warningsOf(problems.list.slice(before), folder.label),
    folder,
    sourceHash,
  }
}

/** Renders the introduction, which is shown before buying: its images are public, and it refers to no chapters. */
async function stageIntro(
  { context, folder, folderMedia, sources }: TextSource,
  path: string,
  manifest: string,
  line: number,
): Promise<string> {
  const text = await folder.text(path)
  if (text === null) {
    context.problems.error(manifest, line, `找不到文件 ${path}`)
    return ''
  }
  sources.set(path, { path, mediaKey: null })
  return renderPublic(context, folderMedia, text, folder.name(path), path)
}

async function renderPublic(
  context: ImportContext,
  folderMedia: FolderMedia,
  text: string,
  file: string,
  path: string,
): Promise<string> {
  return (await renderPublicText(context, folderMedia, text, file, path)).html
}

export async function renderPublicText(
  context: Pick<ImportContext, 'renderer' | 'problems'>,
  folderMedia: FolderMedia,
  source: string,
  file: string,
  path: string,
) {
  const rendered = await context.renderer.markdown({
    source,
    file,
    curriculum: null,
    chapter: '',
    titled: 'optional',
    previous: [],
  })
  context.problems.list.push(...rendered.problems)
  const lookup = new Map()
  for (const image of rendered.files)
    lookup.set(image.path, await folderMedia.image(image.path, 'p', { file, line: image.line }, path))
  // Public media need no signed URLs. Nothing refers to the paragraphs of a public text, so their ids are removed.
  const html = placeFiles(rendered.html, lookup)
    .replaceAll('media:p/', '/media/p/')
    .replace(/(<[a-z][^>]*?) data-p="[^"]*"/g, '$1')
  return { html, plain: rendered.plain }
}

function refuseDuplicates(
  chapters: StagedChapter[],
  resources: StagedResource[],
  file: string,
  manifest: Manifest<unknown>,
  { problems }: ImportContext,
): void {
  for (const [name, list, fields] of [
    ['章节', chapters, ['chapters', 'expand']],
    ['资源', resources, ['resources']],
  ] as const) {
    const seen = new Set<string>()
    for (const entry of list) {
      const key = 'chapter' in entry ? `${entry.kind === 'dataset'} ${entry.slug}` : entry.slug
      if (seen.has(key))
        problems.error(
          file,
          manifest.linesWith(fields, 'slug', entry.slug)[1] ?? 0,
          `${name} slug ${entry.slug} 用了两次`,
        )
      seen.add(key)
    }
  }
}
